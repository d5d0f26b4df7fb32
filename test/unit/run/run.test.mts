import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../../../nodes/Stitch/run/operation';
import { run } from '../../../nodes/Stitch/run/run';
import { optionalText } from '../../../nodes/Stitch/schemas/text';
import { form } from '../../../nodes/Stitch/schemas/form';
import { textField } from '../../../nodes/Stitch/schemas/formFields';
import * as n8nInternals from '../../../nodes/Stitch/transport/n8nInternals';
import {
	aTurn,
	carryOut,
	contextOf,
	failure,
	jsonOf,
	lost,
	movesMoney,
	sentIn,
	things,
	type Plan,
} from './madeUp.mts';

// However slow the machine is, n8n needs no turn between two items.
beforeEach(() => {
	jest.spyOn(performance, 'now').mockReturnValue(0);
});

afterEach(() => {
	jest.restoreAllMocks();
});

describe('a run', () => {
	it('sends nothing where the credential gives items different clients', async () => {
		const clientOf = (index: number) => `test-${index}`;
		const { error, journal } = await carryOut(things(2), { clientOf });
		expect(error?.message).toContain('item 1 a different Client ID than item 0');
		expect(journal).toEqual([]);
	});

	it("of an operation that needs a person's token takes that person's credential", async () => {
		const { error } = await carryOut([{}], { operation: { token: 'user' } });
		expect(error?.message).toBe('The credential is not connected yet');
	});

	describe('of payments with a reference', () => {
		const externalReference = textField({ displayName: 'External Reference' }, optionalText);
		const operation = { ...movesMoney, form: form({ externalReference }) };

		it('sends none whose reference is another one in every run', async () => {
			const reference = '={{ $execution.id }}';
			const { error, journal } = await carryOut(things(2), { operation, reference });
			expect(error?.message).toContain("'External Reference' is made with $execution");
			expect(journal).toEqual([]);
		});

		it.each([true, false])('takes what a model wrote only in a dry run: %s', async (dryRun) => {
			const reference = "={{ $fromAI('reference') }}";
			const setting = {
				operation,
				reference,
				isTool: true,
				options: { dryRun, maxAmountPerItem: '5' },
			};
			const { error } = await carryOut([{}], setting);
			const refused = expect.stringContaining('is made with $fromAI');
			expect(error?.message).toEqual(dryRun ? undefined : refused);
		});
	});

	it('sends nothing whose nonce is made from the time, even if it moves no money itself', async () => {
		const externalReference = textField({ displayName: 'External Reference' }, optionalText);
		const operation = { form: form({ externalReference }) };
		const setting = { operation, reference: '={{ $now }}' };
		const { error, journal } = await carryOut([{}], setting);
		expect(error?.message).toContain("'External Reference' is made with $now");
		expect(journal).toEqual([]);
	});

	it.each([
		['that adds to its input', true],
		['that makes something of its input', false],
	])('of an operation %s passes the files on: %p', async (_, passesOn) => {
		const files = { invoice: { data: '', mimeType: 'text/plain' } };
		const { items } = await carryOut([{ files }], { operation: { passesOn } });
		expect(items).toMatchObject([passesOn ? { binary: files } : { json: { made: 0 } }]);
		expect('binary' in (items[0] ?? {})).toBe(passesOn);
	});

	it('prepares all items before it sends the first', async () => {
		const { journal } = await carryOut(things(3), { options: { concurrency: 1 } });
		const prepared = ['prepare 0', 'prepare 1', 'prepare 2'];
		expect(journal.slice(0, 3)).toEqual(prepared);
		expect(sentIn(journal)).toEqual([0, 1, 2]);
	});

	it('returns the results in the order of the items, whichever is done first', async () => {
		const rows = [{ turns: 3 }, { turns: 1 }, { turns: 2 }];
		const { items, journal } = await carryOut(rows, { options: { concurrency: 3 } });
		expect(journal.slice(-3)).toEqual(['end 1', 'end 2', 'end 0']);
		expect(items).toEqual([
			{ json: { made: 0 }, pairedItem: { item: 0 } },
			{ json: { made: 1 }, pairedItem: { item: 1 } },
			{ json: { made: 2 }, pairedItem: { item: 2 } },
		]);
	});

	it('returns each of many results as columns, where the user wants them', async () => {
		const operation = { simplify: () => ({ column: 1 }) };
		const setting = { operation, simplify: true, options: { concurrency: 1 } };
		expect(jsonOf((await carryOut(things(3), setting)).items)).toEqual(
			things(3).map(() => ({ column: 1 })),
		);
	});

	it('links each of several results to the item that they came of', async () => {
		const { items } = await carryOut([{ gives: [] }, { gives: [{ id: 'a' }, { id: 'b' }] }]);
		expect(items).toEqual([
			{ json: { id: 'a' }, pairedItem: { item: 1 } },
			{ json: { id: 'b' }, pairedItem: { item: 1 } },
		]);
	});

	it.each([1, 2, 5])('sends no more than %i at the same time', async (concurrency) => {
		const { journal } = await carryOut(things(12, { turns: 2 }), { options: { concurrency } });
		let underWay = 0;
		const load = journal.slice(12).map((step) => (underWay += step.startsWith('send') ? 1 : -1));
		expect(Math.max(...load)).toBe(concurrency);
		expect(sentIn(journal)).toHaveLength(12);
	});

	it('sends the next items while one has stepped aside', async () => {
		const steps: string[] = [];
		await carryOut(things(3), {
			options: { concurrency: 1 },
			operation: {
				async send({ index }, _service, _item, sending) {
					steps.push(`send ${index}`);
					await sending?.waitOutsideTheLimit(aTurn());
					steps.push(`end ${index}`);
					return {};
				},
			},
		});
		expect(steps).toEqual(['send 0', 'send 1', 'send 2', 'end 0', 'end 1', 'end 2']);
	});

	it('does nothing without items, not even find its operation', async () => {
		const findOperation = jest.fn();
		expect(await run(contextOf([], {}), findOperation)).toEqual([[]]);
		expect(findOperation).not.toHaveBeenCalled();
	});

	it.each(['prepare', 'simplify'] as const)(
		'gives n8n a turn while it works on many items: %s',
		async (step) => {
			let time = 0;
			jest.spyOn(performance, 'now').mockImplementation(() => time);
			const turned: boolean[] = [];
			let isTurned = false;
			const work = () => {
				time += 1;
				if (turned.length === 0) setTimeout(() => (isTurned = true), 0);
				turned.push(isTurned);
			};
			const simplify = () => {
				work();
				return {};
			};
			const prepare = ({ index }: { index: number }) => {
				work();
				return { index };
			};
			const operation = step === 'prepare' ? { prepare } : { simplify };
			await carryOut(things(200), { operation, simplify: true });
			expect(turned).toHaveLength(200);
			expect(turned[0]).toBe(false);
			expect(turned[150]).toBe(true);
		},
	);
});

describe('an item that cannot be prepared', () => {
	const rows = [{}, { refused: 'Amount' }, {}, { refused: 'Bank' }];

	it('keeps all items from being sent, and is named with what to do', async () => {
		const { error, journal } = await carryOut(rows);
		expect(sentIn(journal)).toEqual([]);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error?.message).toBe("item 1: 'Amount' is empty");
		expect(error?.description).toContain('Enter it.');
		expect(error?.description).toContain('Nothing was sent for this item.');
		expect(error?.context.itemIndex).toBe(1);
	});

	it('becomes a separate item when the node continues, and the others are sent', async () => {
		const { items, journal } = await carryOut(rows, { continues: true });
		expect(sentIn(journal)).toEqual([0, 2]);
		expect(jsonOf(items)).toMatchObject([
			{ made: 0 },
			{ error: "'Amount' is empty", details: { howToFix: expect.stringContaining('Enter it.') } },
			{ made: 2 },
			{ error: "'Bank' is empty" },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
	});
});

describe('items that name a thing by an external reference', () => {
	const rows = [{ reference: 'order-0' }, { reference: 'twice' }, { reference: 'order-2' }];
	const looking = (journal: string[]): Partial<Operation<Plan>> => ({
		...movesMoney,
		prepare(item) {
			journal.push(`with ${String(item.get('thing'))}`);
			return { index: item.index };
		},
		locators: [
			{
				value: 'thing',
				name: 'Thing',
				noun: 'thing',
				field: { name: 'thing', placeholder: '' },
				label: () => ['a thing'],
				async findByReference(_service, reference) {
					journal.push(`look up ${reference}`);
					const found = { id: `id of ${reference}` };
					return reference === 'twice' ? [found, found] : [found];
				},
			},
		],
	});

	it('have it looked up before the first is prepared, and nothing is sent if one is not certain', async () => {
		const steps: string[] = [];
		const { error, journal } = await carryOut(rows, { operation: looking(steps) });
		expect(error?.message).toBe(
			"item 1: 'Thing' is not clear: more than one has the external reference twice",
		);
		expect(steps.filter((step) => step.startsWith('with'))).toEqual([]);
		expect(sentIn(journal)).toEqual([]);
	});

	it('are sent without the one that is not certain where the node continues', async () => {
		const steps: string[] = [];
		const setting = { operation: looking(steps), continues: true };
		const { items, journal } = await carryOut(rows, setting);
		expect(steps.slice(-2)).toEqual(['with id of order-0', 'with id of order-2']);
		expect(sentIn(journal)).toEqual([0, 2]);
		expect(jsonOf(items)).toMatchObject([
			{ made: 0 },
			{ error: "'Thing' is not clear: more than one has the external reference twice" },
			{ made: 2 },
		]);
	});
});

describe('an item that fails when it is sent', () => {
	it('keeps those after it from being sent', async () => {
		const rows = [{}, { fails: failure }, {}, {}];
		const { error, journal } = await carryOut(rows, { options: { concurrency: 1 } });
		expect(sentIn(journal)).toEqual([0, 1]);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error?.message).toMatch(/^item 1: /);
	});

	it('keeps none from being sent where the node continues', async () => {
		const rows = [{}, { fails: failure }, {}];
		const setting = { options: { concurrency: 1 }, continues: true };
		const { items, journal } = await carryOut(rows, setting);
		expect(sentIn(journal)).toEqual([0, 1, 2]);
		expect(jsonOf(items)).toMatchObject([
			{ made: 0 },
			{ error: expect.any(String), details: { httpStatus: 400, detail: 'Refused' } },
			{ made: 2 },
		]);
		expect(items[1]?.pairedItem).toEqual({ item: 1 });
	});

	it('is reported with the items whose outcome is unknown', async () => {
		const rows = [{ fails: failure }, { fails: lost }, {}];
		const { error } = await carryOut(rows, { options: { concurrency: 3 } });
		expect(error?.description).toContain('Already processed: items 2.');
		expect(error?.description).toContain('Possibly processed: items 1.');
	});

	it('contains no parameter of the node, which may be an account number', async () => {
		for (const row of [{ fails: failure }, { refused: 'Amount' }]) {
			const { error } = await carryOut([row]);
			expect(error?.node.parameters).toEqual({});
		}
	});
});

describe('what keeps a run from being started', () => {
	it.each([
		['an option that cannot be read', { concurrency: -1 }, "'Concurrency' cannot be -1"],
		['a limit that cannot be read', { maxTotalPerRun: 'much' }, 'Maximum Total per Run'],
	])('is reported before any item is prepared: %s', async (_, options, message) => {
		const { error, journal } = await carryOut(things(2), { options });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error?.message).toContain(message);
		expect(journal).toEqual([]);
	});

	it('becomes one failed item for each row where the node continues', async () => {
		const setting = { options: { concurrency: -1 }, continues: true };
		const { items, journal } = await carryOut(things(2), setting);
		expect(journal).toEqual([]);
		const failed = { error: expect.stringContaining('Concurrency') };
		expect(items).toMatchObject([
			{ json: failed, pairedItem: { item: 0 } },
			{ json: failed, pairedItem: { item: 1 } },
		]);
	});

	it('may be an operation that no drop-down offers', async () => {
		const looked: unknown[] = [];
		const find = (...names: string[]) => void looked.push(names);
		await expect(run(contextOf([{}], {}), find as () => undefined)).rejects.toMatchObject({
			message: expect.stringContaining('"make" does not exist for the resource "thing"'),
			description: 'Choose Resource and Operation from the lists.',
		});
		expect(looked).toEqual([['thing', 'make']]);
	});
});

describe('items that are worked on together', () => {
	it('are each linked to their result, even when there is none', async () => {
		const sendTogether = async (plans: readonly Plan[]) => [
			[],
			{ of: plans.map(({ index }) => index) },
		];
		const { items } = await carryOut([{}, {}], { operation: { sendTogether } });
		expect(items).toEqual([{ json: { of: [0, 1] }, pairedItem: { item: 1 } }]);
	});

	const file = { field: 'data', name: 'list.html', type: 'text/html', content: '' };

	it('fail as the first of them where they fail together, and leave no file', async () => {
		const sendTogether = async () => await Promise.reject(new Error('No list'));
		const setting = { operation: { sendTogether, filesOf: () => [file] }, continues: true };
		const { items } = await carryOut([{}, {}], setting);
		expect(items).toMatchObject([{ json: { error: 'No list' }, pairedItem: { item: 0 } }]);
	});

	it('fail as the one whose file n8n cannot keep', async () => {
		const sendTogether = async () => [{ sum: 1 }, { sum: 2 }];
		const filesOf = ({ index }: Plan) => (index === 1 ? [file] : []);
		const setting = { operation: { sendTogether, filesOf }, continues: true };
		const { items } = await carryOut([{}, {}], setting);
		expect(items).toMatchObject([
			{ json: { sum: 1 }, pairedItem: { item: 0 } },
			{ json: { error: 'The disk is full' }, pairedItem: { item: 1 } },
		]);
	});
});

describe('in an n8n that is too old', () => {
	beforeEach(() => {
		jest.spyOn(n8nInternals, 'isBefore235').mockReturnValue(true);
	});

	it('a run stops before anything is prepared, and says what to do', async () => {
		const { error, journal } = await carryOut(things(2));
		expect(error?.message).toContain('needs n8n 2.35 or newer');
		expect(error?.description).toBe('Nothing was sent. Update n8n.');
		expect(journal).toEqual([]);
	});

	it('each item has nothing but its error, where the node is set to continue', async () => {
		const { items, journal } = await carryOut(things(2), { continues: true });
		const error = expect.stringContaining('needs n8n 2.35 or newer');
		expect(items).toEqual([
			{ json: { error }, pairedItem: { item: 0 } },
			{ json: { error }, pairedItem: { item: 1 } },
		]);
		expect(journal).toEqual([]);
	});
});
