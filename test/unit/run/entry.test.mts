import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';

import { type Entry, fail, failedItem, finish, throwFirst } from '../../../nodes/Stitch/run/entry';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { asNodeError } from '../../../nodes/Stitch/run/nodeError';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { itemOf, serviceOf } from '../builders.mts';

const entryOf = (index: number, more: Partial<Entry> = {}): Entry => ({
	item: itemOf({}, index),
	happened: 'no',
	...more,
});

const payment = {
	amount: { cents: 100 },
	nonce: 'nonce-1',
	nonces: ['nonce-1'],
	shared: 'External Reference' as const,
	body: {},
	dryRun: async () => ({}),
};

describe('an entry that failed', () => {
	it('keeps the nonce of its payment, so that it can be looked up or repeated', () => {
		const entry = entryOf(0, { nonce: payment.nonce });
		fail(entry, new ServiceFailure({ kind: 'answerLost', happened: 'maybe' }));
		expect(entry.error?.context.data).toMatchObject({ nonce: 'nonce-1' });
	});

	it.each([
		['a lost answer', { kind: 'answerLost', happened: 'maybe' }, 'maybe'],
		['an answer that cannot be read', { kind: 'unreadable', happened: 'maybe' }, 'maybe'],
		['a 5xx', { kind: 'status', happened: 'maybe', status: 503 }, 'maybe'],
		['a refusal after a lost answer', { kind: 'status', status: 400, happened: 'maybe' }, 'maybe'],
		['a refusal', { kind: 'status', happened: 'no', status: 400 }, undefined],
		['no connection', { kind: 'notConnected', happened: 'no' }, undefined],
	] as const)('with %s says what is known of its outcome', (_what, details, told) => {
		const entry = entryOf(0);
		fail(entry, new ServiceFailure(details));
		expect(entry.happened).toBe(told ?? 'no');
		expect((entry.error?.context.data as IDataObject).happened).toBe(told);
	});
});

it('keeps what has happened when something fails after it', () => {
	const entry = entryOf(0, { happened: 'yes' });
	fail(entry, new ServiceFailure({ kind: 'status', happened: 'no', status: 404 }));
	expect(entry.happened).toBe('yes');
	expect(entry.error?.context.data).not.toHaveProperty('happened');
});

it('does not say that nothing was sent when the connection fails after it was', () => {
	const entry = entryOf(0, { happened: 'yes' });
	fail(entry, new ServiceFailure({ kind: 'notConnected', happened: 'no' }));
	expect(entry.error?.description).not.toContain('Nothing was sent');
});

describe('a run that stops', () => {
	const refused = (index: number) => {
		const entry = entryOf(index);
		fail(entry, new InvalidInput([{ field: 'Amount', what: 'is empty', fix: 'Fill it in.' }]));
		return entry;
	};

	it('names the first failed item, and what became of the others', () => {
		const done = [0, 1, 3].map((index) => entryOf(index, { happened: 'yes' }));
		const lost = entryOf(4, { happened: 'maybe' });
		const entries = [done[0], done[1], refused(2), done[2], lost] as Entry[];
		expect(() => throwFirst(entries)).toThrow("item 2: 'Amount' is empty");
		expect(() => throwFirst([refused(2), ...done, lost])).toThrow(
			expect.objectContaining({
				description:
					'Fill it in. Nothing was sent for this item. Already processed: items 0-1, 3. Possibly processed: items 4.',
			}),
		);
	});

	it.each([
		['without a nonce', {}, 'Check in Stitch before you run it again.'],
		[
			'that a nonce protects',
			{ nonce: 'nonce-1' },
			'Run it again unchanged: it cannot be paid twice.',
		],
	])(
		'says once what to do about another item %s that may have gone through',
		(_what, own, what) => {
			const entries = [refused(0), entryOf(1), entryOf(2)] as const;
			for (const entry of entries.slice(1)) {
				fail(entry, new ServiceFailure({ kind: 'answerLost', happened: 'maybe', ...own }));
			}
			expect(() => throwFirst(entries)).toThrow(
				expect.objectContaining({
					description: `Fill it in. Nothing was sent for this item. Possibly processed: items 1-2. It may have gone through. ${what}`,
				}),
			);
			expect(() => throwFirst(entries.slice(1))).toThrow(
				expect.objectContaining({
					description: `It may have gone through. ${what} Possibly processed: items 2.`,
				}),
			);
		},
	);

	it('names the item by its reference first, for people who do not count rows', () => {
		const entry = entryOf(2, { item: itemOf({ externalReference: ' salary-3 ' }, 2) });
		fail(entry, new InvalidInput([{ field: 'Amount', what: 'is empty', fix: '' }]));
		expect(() => throwFirst([entryOf(0), entry])).toThrow("salary-3 (item 2): 'Amount' is empty");
	});

	it('has no number for an item that is alone', () => {
		const named = entryOf(0, { item: itemOf({ externalReference: 'salary-3' }, 0) });
		fail(named, new TypeError('x is undefined'));
		expect(() => throwFirst([named])).toThrow(/^salary-3: x is undefined$/);
		const alone = entryOf(0);
		fail(alone, new TypeError('x is undefined'));
		expect(() => throwFirst([alone])).toThrow(/^x is undefined$/);
	});

	it('leaves out a reference that cannot be read, for that is what stopped the run', () => {
		const item = itemOf({}, 2);
		jest.spyOn(item, 'get').mockImplementation(() => {
			throw new TypeError('x is undefined');
		});
		const entry = entryOf(2, { item });
		fail(entry, new InvalidInput([{ field: 'Amount', what: 'is empty', fix: '' }]));
		expect(() => throwFirst([entryOf(0), entry])).toThrow(/^item 2: 'Amount' is empty$/);
	});

	it('does nothing where no item failed', () => {
		expect(() => throwFirst([entryOf(0, { happened: 'yes' })])).not.toThrow();
	});
});

describe('the output of an entry', () => {
	const { service } = serviceOf([]);
	const operation = { simplify: ({ holder }) => holder } as Partial<Operation> as Operation;

	it.each([
		['shows an AI agent two digits of an account number', true, '…90'],
		['shows a workflow the account number', false, '1234567890'],
	])('%s', async (_, isForTool, accountNumber) => {
		const holder = { name: 'N Test', accountNumber: '1234567890' };
		const item = itemOf({});
		jest.spyOn(item, 'isForTool', 'get').mockReturnValue(isForTool);
		const entry = entryOf(0, { item, output: [{ json: { holder } }] });
		await finish(entry, { operation, service, simplified: true });
		expect(entry.output).toEqual([{ json: { name: 'N Test', accountNumber } }]);
	});
});

describe('the item of an entry that failed', () => {
	const node = { name: 'Stitch' } as INode;
	const first = { index: 0, files: {} };

	it('says what is wrong and how to fix it, linked to its input item', () => {
		const description = 'Enter the amount.';
		const error = new NodeOperationError(node, "'Amount' is empty", { description });
		expect(failedItem(error, { index: 3, files: {} })).toEqual({
			json: { error: "'Amount' is empty", details: { howToFix: 'Enter the amount.' } },
			pairedItem: { item: 3 },
		});
	});

	it('adds what the service said to the details', () => {
		const failure = new ServiceFailure({
			kind: 'status',
			happened: 'no',
			status: 403,
			missingScopes: ['client_card'],
		});
		const { json } = failedItem(asNodeError(node, failure, 0), first);
		expect(json.details).toMatchObject({ httpStatus: 403, missingScopes: ['client_card'] });
	});

	it('contains only error and details, because n8n sends only that to the error branch', () => {
		const failure = new ServiceFailure({ kind: 'answerLost', happened: 'maybe' });
		const item = failedItem(asNodeError(node, failure, 0), first);
		expect(Object.keys(item.json)).toEqual(['error', 'details']);
		expect(item).not.toHaveProperty('error');
	});

	it('leaves the advice empty where there is none', () => {
		const { json } = failedItem(new NodeOperationError(node, 'Unheard of'), first);
		expect(json.details).toEqual({ howToFix: '' });
	});

	it('keeps the files of its input item', () => {
		const files = { binary: { invoice: { data: 'aGk=', mimeType: 'text/plain' } } };
		const error = new NodeOperationError(node, "'Amount' is empty");
		expect(failedItem(error, { index: 0, files })).toMatchObject(files);
	});
});
