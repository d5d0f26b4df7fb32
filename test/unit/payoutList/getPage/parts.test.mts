import {
	partNames,
	parts,
	partsToCorrect,
	partsToPay,
} from '../../../../nodes/Stitch/payoutList/getPage/parts';

it('a part says “Will be paid” exactly if its rows are paid with the list', () => {
	const saying = partNames.filter((name) => /^will be paid/i.test(parts[name].title));
	expect([...partsToPay].sort()).toEqual(saying.sort());
});

it('a part asks to correct its rows exactly if they can be sent again after that', () => {
	const asking = partNames.filter((name) => parts[name].todo.startsWith('Correct what is wrong'));
	expect([...partsToCorrect].sort()).toEqual(asking.sort());
});
