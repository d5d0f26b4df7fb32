import { HandOvers } from '../../../nodes/Stitch/polling/handOvers';

const minute = 60_000;

/** A process that has run an execution of some trigger. */
function running(): HandOvers {
	const handOvers = new HandOvers();
	handOvers.arrived('another', ['x']);
	return handOvers;
}

it('is waited for until its execution begins', () => {
	const handOvers = running();
	expect(handOvers.latestOf('t', 0)).toBe('arrived');
	handOvers.handedOver('t', 'b', 0);
	expect(handOvers.latestOf('t', minute)).toBe('onItsWay');
	expect(handOvers.latestOf('u', minute)).toBe('arrived');
	handOvers.arrived('t', ['a', 'b']);
	expect(handOvers.latestOf('t', minute)).toBe('arrived');
});

it('is lost after ten minutes, even if an earlier one arrives late', () => {
	const handOvers = running();
	handOvers.handedOver('t', 'b', 0);
	handOvers.arrived('t', ['a']);
	expect(handOvers.latestOf('t', 10 * minute - 1)).toBe('onItsWay');
	expect(handOvers.latestOf('t', 10 * minute)).toBe('lost');
	handOvers.handedOver('t', 'b', 10 * minute);
	expect(handOvers.latestOf('t', 11 * minute)).toBe('onItsWay');
});

it('counts as arrived where executions run in other processes', () => {
	const handOvers = new HandOvers();
	handOvers.handedOver('t', 'b', 0);
	expect(handOvers.latestOf('t', 60 * minute)).toBe('arrived');
});
