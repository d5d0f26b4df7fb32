import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { requireLastingReference } from '../../../nodes/Stitch/run/reference';
import { InvalidInput } from '../../../nodes/Stitch/schemas/field';
import { findOperation } from '../../../nodes/Stitch/actions/resources';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { clockOf } from '../builders.mts';

interface Given {
	mode?: string;
	retryOnFail?: boolean;
	/** The item for which the expression gives something else each time. */
	changingItem?: number;
	stored?: IDataObject;
}

/** What is wrong with a reference of this kind; undefined if nothing is. */
async function wrongWith(expression: string, { mode = 'manual', ...given }: Given = {}) {
	const stored: IDataObject = {
		resource: 'disbursement',
		nonceSource: 'externalReference',
		externalReference: expression,
		...given.stored,
	};
	let read = 0;
	const context = {
		getMode: () => mode,
		getNode: () => ({ retryOnFail: given.retryOnFail }),
		getInputData: () => [{ json: { id: 'salary-1' } }, { json: {} }],
		getNodeParameter(name: string, index: number, fallback?: unknown, how?: IDataObject) {
			const value = stored[name] ?? fallback;
			if (how?.rawExpressions || !String(value).startsWith('=')) return value;
			return index === given.changingItem ? `read ${++read}` : 'read';
		},
	};
	const operation = findOperation(String(stored.resource), 'create') as Operation;
	const asContext = context as unknown as IExecuteFunctions;
	return await requireLastingReference(asContext, clockOf(), operation).then(
		() => undefined,
		({ mistakes }: InvalidInput) => mistakes[0],
	);
}

const monthly = "={{ $now.format('yyyy-MM') }}-{{ $json.id }}";

describe('a reference that a nonce is made from', () => {
	it.each<[string, string, Given]>([
		['a column', '={{ $json.id }}', { retryOnFail: true, mode: 'retry' }],
		['a text', 'salary-1', { retryOnFail: true, mode: 'retry' }],
		['a month and a column', monthly, {}],
		['the execution, which is no retry', '={{ $execution.id }}-1', {}],
	])('may be made from %s', async (_, expression, given) => {
		expect(await wrongWith(expression, given)).toBeUndefined();
	});

	it('is rejected where it is another one each time it is read', async () => {
		const wrong = await wrongWith('={{ $json.id }}-{{ $json.row }}', { changingItem: 0 });
		expect(wrong?.field).toBe('External Reference');
		expect(wrong?.what).toMatch(/^is another one each time item 0 is read/);
	});

	it.each(['Date.now()', 'Math.random()', '$now.toMillis()'])(
		'is rejected where a later row falls back on %s',
		async (fallback) => {
			const wrong = await wrongWith(`={{ $json.id ?? ${fallback} }}`, { changingItem: 1 });
			expect(wrong?.what).toMatch(/^is another one each time item 1 is read/);
		},
	);

	it.each(['$execution.id', '$runIndex', '$itemIndex'])(
		'is rejected in a retry when it names %s, and the message asks to check first',
		async (name) => {
			const wrong = await wrongWith(`={{ ${name} }}-{{ $json.id }}`, { mode: 'retry' });
			expect(wrong?.what).toContain('is made from the execution');
			expect(wrong?.fix).toMatch(/^First check in Stitch who was paid/);
		},
	);

	it('is rejected in a sub-workflow where it names the execution, which is new at each call', async () => {
		const given = { mode: 'integrated' };
		const wrong = await wrongWith('={{ $execution.id }}-{{ $json.id }}', given);
		expect(wrong?.what).toMatch(
			/^is made from the execution, and a sub-workflow may be called again/,
		);
		expect(await wrongWith('={{ $itemIndex }}-{{ $json.month }}', given)).toBeUndefined();
	});

	it('is rejected in a sub-workflow where it names the clock: its caller may be run again', async () => {
		const wrong = await wrongWith(monthly, { mode: 'integrated' });
		expect(wrong?.what).toMatch(/^is made from the clock, and a sub-workflow may be called again/);
		expect(wrong?.fix).toBe(
			'Create it in the workflow that calls this one, from the row, and take it from there.',
		);
	});

	it.each(['DateTime.fromISO($json.due)', 'new Date($json.due)'])(
		'passes in a sub-workflow where it reads a date of the row: %s',
		async (date) => {
			const wrong = await wrongWith(`={{ ${date} }}-{{ $json.id }}`, { mode: 'integrated' });
			expect(wrong).toBeUndefined();
		},
	);

	it.each(['$now', '$today', 'new Date()', 'new Date', 'Date.now()', 'DateTime.now()'])(
		'is rejected where it names %s and n8n may run the node again',
		async (name) => {
			const expression = `={{ ${name} }}-{{ $json.id }}`;
			for (const given of [{ retryOnFail: true }, { mode: 'retry' }]) {
				const wrong = await wrongWith(expression, given);
				expect(wrong?.what).toContain('is made from the clock');
				expect(wrong?.fix).toContain('Edit Fields');
			}
		},
	);

	it.each([
		['My Own Key', { nonceSource: 'custom', customNonce: '={{ $now }}' }],
		['Beneficiary Reference', { nonceSource: 'itemContent', beneficiaryReference: '={{ $now }}' }],
		['External Reference', { nonceSource: 'itemContent', externalReference: '={{ $now }}' }],
	])('is rejected alike where it is the %s', async (label, stored) => {
		const wrong = await wrongWith('', { stored, retryOnFail: true });
		expect(wrong?.field).toBe(label);
		expect(wrong?.what).toMatch(/^is made from the clock/);
	});

	it('may hold the time in a refund that is known by what it gives back', async () => {
		const stored = { resource: 'refund', nonceSource: 'itemContent' };
		expect(await wrongWith('={{ $now }}', { stored, changingItem: 0 })).toBeUndefined();
	});
});
