import type { IDataObject } from 'n8n-workflow';

import { carryOut, failure, lost, movesMoney, type Plan } from './madeUp.mts';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { whyLeftToModel } from '../../../nodes/Stitch/run/tool';

const isTool = true;

describe('a model that calls the node as its tool', () => {
	it('is told in the message that money may have moved, for n8n passes on no advice', async () => {
		const { error } = await carryOut([{ fails: lost }], { isTool });
		expect(error?.message).toBe(
			'Lost the connection to Stitch before it replied. It may have gone through. Check in Stitch before you run it again.',
		);
	});

	it('is told in the message what to change, even where a setting is wrong', async () => {
		const options = { dryRun: '' };
		const { error } = await carryOut([{}], { isTool, options, operation: movesMoney });
		expect(error?.message).toContain(String(error?.description));
		expect(error?.description).not.toBe('');
	});

	it('gets an unforeseen error as it is', async () => {
		const { error } = await carryOut([{ fails: new TypeError('x is undefined') }], { isTool });
		expect(error?.message).toBe('x is undefined');
	});

	it.each(['1234567890', 1234567890])(
		'gets two digits of an account number: %j',
		async (number) => {
			const simplify = (output: IDataObject) => output;
			const gives = { accountNumber: number };
			const setting = { isTool, simplify: true, operation: { simplify } };
			expect((await carryOut([{ gives }], setting)).items).toMatchObject([
				{ json: { accountNumber: '…90' } },
			]);
		},
	);

	describe('and pays', () => {
		const operation: Partial<Operation<Plan>> = movesMoney;
		const setting = { isTool, operation };

		it('pays nothing without a limit, whichever fields it writes', async () => {
			const { error, journal } = await carryOut([{}], setting);
			expect(error?.message).toContain(
				"'Maximum Amount per Item' is needed in a tool, because a model decides when it pays. Add it under 'Options'.",
			);
			expect(journal).toEqual([]);
		});

		it.each([{ maxAmountPerItem: '5' }, { maxTotalPerRun: '5' }, { maxTotalPerDay: '5' }])(
			'pays within a limit: %j',
			async (options) => {
				const { error, journal } = await carryOut([{ cents: 500 }], { ...setting, options });
				expect(error).toBeUndefined();
				expect(journal).toContain('send 0');
			},
		);

		it('needs no limit to try it out', async () => {
			const { error } = await carryOut([{}], { ...setting, options: { dryRun: true } });
			expect(error).toBeUndefined();
		});
	});

	it('needs no limit where no money moves', async () => {
		expect((await carryOut([{}], { isTool })).error).toBeUndefined();
	});
});

it('an error outside a tool keeps its message short, with the advice below it', async () => {
	const { error } = await carryOut([{ fails: failure }]);
	expect(error?.message).toBe('Stitch refused the values: Refused');
	expect(error?.description).toBe('Fix the value that Stitch names, then try again.');
});

describe('a value that bounds money', () => {
	const tool = { type: 'n8n-nodes-stitch-payments.stitchTool' };
	const why = (stored: unknown, node = tool) => whyLeftToModel(node, 'Maximum', stored);

	it.each([
		500,
		'$json',
		"={{ $('Settings').first().json.most }}",
		'={{ $node["Settings"].json.most }}',
		'={{ $workflow.id === $workflow.name ? $vars.most : $env.MOST }}',
		'={{ $if($ifEmpty($vars.a, 1) > 1, $max(1, $min(2, 3)), $average(4)) }}',
		"={{ $jmespath($vars, 'most') }}",
	])('may be in a tool what no model writes: %j', (stored) => {
		expect(why(stored)).toEqual([]);
	});

	it.each(['$fromAI', '$json', '$input', '$now', '$execution', '$workflow.active'])(
		'may not be made with %s in a tool, and may elsewhere',
		(variable) => {
			const stored = `={{ ${variable} }}`;
			expect(why(stored)).toMatchObject([
				{ field: 'Maximum', what: expect.stringContaining(`is made with ${variable},`) },
			]);
			expect(why(stored, { type: 'n8n-nodes-stitch-payments.stitch' })).toEqual([]);
		},
	);
});
