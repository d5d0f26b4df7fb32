import type { IDataObject } from 'n8n-workflow';

import { processEvents } from '../../../nodes/Stitch/webhook/deliver';
import { executeContext, webhookContext } from './contexts.mts';
import { headersOf, secretOf } from './deliveries.mts';
import { receive } from './receiving.mts';

const object = { id: 'ZGlzYnVyc2VtZW50OjE=', status: 'completed', externalReference: 'shop-1' };
const nested = (client: object) => ({ data: { client } });
const disbursements = { node: { id: 'a', status: { __typename: 'DisbursementCompleted' } } };

/** Forms that no document shows, of an event that somebody waits for. */
const forms: Array<[form: string, body: object]> = [
	['the object one level deeper', { type: 'disbursement', data: { disbursement: object } }],
	['a type that nobody documented', { type: 'disbursement.updated', data: object }],
	['a type with its status', { type: 'disbursement.completed', data: object }],
	['a type in capitals', { type: 'DISBURSEMENT', data: object }],
	['no envelope', object],
	['another name of the list', nested({ paymentRequests: { node: object } })],
	['a new status', { type: 'disbursement', data: { ...object, status: 'settled' } }],
	['no status', { type: 'disbursement', data: { ...object, status: undefined } }],
	['data as text', { type: 'disbursement', data: JSON.stringify(object) }],
	['two objects in one message', nested({ disbursements, refunds: { node: object } })],
];

const everyDay = 24 * 60;

/** A trigger that receives genuine messages. */
function trigger(given: Partial<Parameters<typeof webhookContext>[0]> = {}) {
	const parameters = { events: ['disbursement.completed'] };
	const { context, answer, log } = webhookContext({ parameters, ...given });
	/** What each of these messages started, at these minutes. */
	const started = async (body: string, minutes: number[]) => {
		const clock = jest.spyOn(performance, 'now');
		const items: Array<IDataObject | undefined> = [];
		Object.assign(context, {
			getHeaderData: () => headersOf(secretOf('kept'), body),
			getRequestObject: () => ({ rawBody: Buffer.from(body), readRawBody: async () => {} }),
		});
		for (const minute of minutes) {
			clock.mockReturnValue(minute * 60_000);
			const { workflowData } = await receive(context);
			items.push(workflowData?.[0]?.[0]?.json);
		}
		clock.mockRestore();
		return items;
	};
	return { started, answer, log };
}

/** What the execution says that starts with such an item. */
async function said(item: IDataObject | undefined) {
	const { context } = executeContext({ events: [item ?? {}], chosen: ['disbursement.completed'] });
	const cause: unknown = await processEvents(context).catch((error: unknown) => error);
	return cause as { message: string; description: string };
}

describe.each(forms)('a genuine event with %s', (_, body) => {
	const text = JSON.stringify(body);

	it('is shown by an execution that fails, with what Stitch sent', async () => {
		const { started } = trigger();
		const [item] = await started(text, [0]);
		expect(item).toEqual({ alert: 'unreadable', body: text });
		const { message, description } = await said(item);
		expect(message).toMatch(/^Stitch sent an event in a form that this trigger does not know/);
		expect(description).toContain(text);
	});

	it('starts the workflow as it came where Unknown Event is chosen', async () => {
		const { started, log } = trigger({ parameters: { events: ['unknown'] } });
		expect(await started(text, [0])).toMatchObject([{ event: 'unknown', raw: JSON.parse(text) }]);
		expect(log).toEqual([]);
	});
});

const strange = JSON.stringify({ type: 'disbursement.updated', data: object });

it('is shown once a day, and acknowledged and named in the log in between', async () => {
	const { started, answer, log } = trigger();
	const items = await started(strange, [0, 1, everyDay - 1, everyDay, everyDay + 1]);
	expect(items.map((item) => item?.alert)).toEqual([
		'unreadable',
		undefined,
		undefined,
		'unreadable',
		undefined,
	]);
	expect(answer).toEqual({ status: 200, ended: true });
	expect(log.at(-1)).toBe(
		'"Stitch Payments Trigger" in the workflow "Shop" could not read the event msg_1',
	);
});

it('is shown in every test in the editor', async () => {
	const { started } = trigger({ mode: 'manual' });
	const items = await started(strange, [0, 1]);
	expect(items.map((item) => item?.alert)).toEqual(['unreadable', 'unreadable']);
});

it.each(['hello', '[]'])('is shown where its body is no object: %s', async (body) => {
	const { started, answer } = trigger();
	expect(await started(body, [0, 1])).toEqual([{ alert: 'unreadable', body }, undefined]);
	expect(answer).toEqual({ status: 400, ended: true });
});

it('is shown without whole account numbers, and not in full length', async () => {
	const account = { accountNumber: '62001234567', branch: 250655, note: 'x'.repeat(3000) };
	const [item] = await trigger().started(JSON.stringify({ type: 'x', data: account }), [0]);
	expect(item?.body).toMatch(/^\{"type":"x","data":\{"accountNumber":"…67","branch":…55,/);
	expect(String(item?.body)).toHaveLength(2001);
});

describe('what is no surprise is not shown:', () => {
	it.each([
		['a status before anything has happened', { data: { ...object, status: 'pending' } }],
		['an event that is not chosen', { data: { ...object, status: 'error' } }],
	])('%s', async (_, body) => {
		const { started, answer } = trigger();
		const text = JSON.stringify({ type: 'disbursement', ...body });
		expect(await started(text, [0])).toEqual([undefined]);
		expect(answer).toEqual({ status: 200, ended: true });
	});

	it('an event with the reference of another workflow', async () => {
		const options = { externalReferencePrefix: 'salary-' };
		const { started } = trigger({ parameters: { events: ['disbursement.completed'], options } });
		expect(await started(strange, [0])).toEqual([undefined]);
		const withoutReference = strange.replace('"shop-1"', 'null');
		expect(await started(withoutReference, [1])).toMatchObject([{ alert: 'unreadable' }]);
	});
});
