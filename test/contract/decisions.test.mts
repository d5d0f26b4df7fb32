import { exampleFiles, templateFiles } from '../setup/examples.mts';
import { decidingNodes, firstThatHolds } from './decisions.mts';
import { decisionsToBePaid } from './decisionsToBePaid.mts';
import { decisionsToPay } from './decisionsToPay.mts';
import { decisionsToReport } from './decisionsToReport.mts';

const decisions = { ...decisionsToPay, ...decisionsToBePaid, ...decisionsToReport };

it('every node that decides something is tried here, and no other', () => {
	const all = [...exampleFiles(), ...templateFiles()].flatMap(decidingNodes);
	expect(Object.keys(decisions).sort()).toEqual(all.sort());
});

describe.each(Object.entries(decisions))('the decision %s', (place, cases) => {
	it.each(cases)('%s', (_what, found, output) => {
		expect(firstThatHolds(place, found)).toBe(output);
	});
});
