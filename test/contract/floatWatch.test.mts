import { assignedIn, readExample, valueOf } from '../examples.mts';

type Json = Record<string, unknown>;

const example = readExample('float-watch.json');

/** What the workflow makes of what was typed into its form; of undefined where it starts by itself. */
function readAmount(typed: unknown): { isKnown: unknown; why: unknown; cents: unknown } {
	const before = (json: Json) => ({ $: () => ({ first: () => ({ json }) }) });
	const more = valueOf(assignedIn(example, 'What Was Read', 'more'), before({ more: typed }));
	const read = { $json: { mistakes: [], balances: [20000], more } };
	return {
		isKnown: valueOf(assignedIn(example, 'Still to Pay', 'isKnown'), read),
		why: valueOf(assignedIn(example, 'Still to Pay', 'why'), read),
		cents: valueOf(assignedIn(example, 'How Much', 'more'), before({ more })),
	};
}

describe('what is to be paid besides', () => {
	it.each([
		[undefined, 0],
		[null, 0],
		['', 0],
		['  ', 0],
		['0', 0],
		['2500', 250000],
		['2500.00', 250000],
		['2500.5', 250050],
		['2500,50', 250050],
		['R2500', 250000],
		[' r 2500.01 ', 250001],
		['2 500.00', 250000],
		['2\u00a0500,75', 250075],
		['1 234 567.89', 123456789],
	])('reads %j as %d cents', (typed, cents) => {
		expect(readAmount(typed)).toMatchObject({ isKnown: true, cents });
	});

	it.each([
		'1,500',
		'1.500',
		'2.500,00',
		'2,500.00',
		'25-00',
		'-5',
		'+5',
		'25 00',
		'1e3',
		'0x10',
		'Infinity',
		'R',
		'2500.',
		'.50',
		'2500.005',
		'2500 and 300',
		'not clear',
	])('does not guess what %j is, and says so', (typed) => {
		expect(readAmount(typed)).toMatchObject({
			isKnown: false,
			why: expect.stringMatching(/^'Something else to pay now.*is not clear.*2500\.00$/),
		});
	});

	it('is called as the form calls it', () => {
		const form = JSON.stringify(example.nodes.find(({ name }) => name === 'Check Now')?.parameters);
		const [label] = /'.+'/.exec(String(readAmount('R').why)) ?? [];
		expect(form).toContain(`"fieldLabel":"${label?.slice(1, -1)}"`);
		expect(form).not.toContain('"number"');
	});
});
