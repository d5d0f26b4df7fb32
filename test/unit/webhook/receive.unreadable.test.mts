import type { IDataObject } from 'n8n-workflow';

import { processEvents } from '../../../nodes/Stitch/webhook/deliver';
import { receive } from '../../../nodes/Stitch/webhook/receive';
import { executeContext, webhookContext } from './contexts.mts';
import { headersOf, secretOf } from './deliveries.mts';

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

/** What the execution passes on that starts with such an item, where this is chosen when it runs. */
async function run(item: IDataObject, chosen: string[], options: IDataObject = {}) {
	const { context } = executeContext({ events: [item], chosen, options });
	return (await processEvents(context))[0]?.map(({ json }) => json);
}

describe.each(forms)('a genuine event with %s', (_, body) => {
	const text = JSON.stringify(body);
	const raw = JSON.parse(text) as IDataObject;

	it('starts an execution that fails until Unknown Event is chosen', async () => {
		const { started, log } = trigger();
		const [item = {}] = await started(text, [0]);
		expect(item).toMatchObject({ event: 'unknown', raw });
		expect(log).toEqual([]);
		await expect(run(item, ['disbursement.completed'])).rejects.toMatchObject({
			message: expect.stringMatching(/^Stitch sent an event in a form that this trigger does not/),
			description: expect.stringMatching(/choose Unknown Event.* retry this execution/),
		});
		expect(await run(item, ['disbursement.completed', 'unknown'])).toEqual([item]);
	});

	it('starts the workflow as it came where Unknown Event is chosen', async () => {
		const { started, log } = trigger({ parameters: { events: ['unknown'] } });
		expect(await started(text, [0])).toMatchObject([{ event: 'unknown', raw }]);
		expect(log).toEqual([]);
	});
});

const strange = JSON.stringify({ type: 'disbursement.updated', data: object });

it('starts an execution each time that Stitch sends one', async () => {
	const items = await trigger().started(strange, [0, 0, 1]);
	expect(items.map((item) => item?.event)).toEqual(['unknown', 'unknown', 'unknown']);
});

it('does not end unseen where the External Reference Prefix cannot be compared', async () => {
	const options = { externalReferencePrefix: 'shop-' };
	const events = ['disbursement.completed', 'unknown'];
	const { started } = trigger({ parameters: { events, options } });
	const [item = {}] = await started(strange.replace('"shop-1"', 'null'), [0]);
	await expect(run(item, events, options)).rejects.toThrow('in a form that this trigger does not');
	expect(await run(item, events)).toEqual([item]);
});

it('is passed on as an error where the node continues when it fails', async () => {
	const [event = {}] = await trigger().started(strange, [0]);
	const onError = 'continueRegularOutput';
	const { context } = executeContext({ events: [event], chosen: ['refund.error'], onError });
	expect(await processEvents(context)).toMatchObject([[{ json: { details: { event } } }]]);
});

describe('a genuine message that cannot become an event', () => {
	const manual = { events: ['disbursement.completed'], subscription: 'manual' };
	const credential = { clientId: 'test-1', clientSecret: 'x', manualEventSubscriptions: true };
	const byHand = {
		parameters: manual,
		credential: { ...credential, webhookSecret: secretOf('kept') },
	};
	const settlement = JSON.stringify({ type: 'settlement', data: { id: 's' } });

	it.each([
		['whose body is text', {}, 'hello', 400],
		['whose body is a list', {}, '[]', 400],
		['of a type that a manual subscription brings unasked', byHand, settlement, 200],
	])('is shown by an execution that fails, once a day: %s', async (_, given, body, status) => {
		const { started, answer } = trigger(given);
		const items = await started(body, [0, 1, everyDay - 1, everyDay, everyDay + 1]);
		const shown = { alert: 'noEvent' };
		expect(items).toEqual([shown, undefined, undefined, shown, undefined]);
		await expect(run(shown, manual.events)).rejects.toThrow('a message that this trigger cannot');
		expect(answer).toEqual({ status, ended: true });
	});

	it('is shown in every test in the editor', async () => {
		const { started } = trigger({ mode: 'manual' });
		expect(await started('hello', [0, 1])).toEqual([{ alert: 'noEvent' }, { alert: 'noEvent' }]);
	});

	it('of a type that is not chosen is named in the log', async () => {
		const { started, log } = trigger(byHand);
		await started(settlement, [0]);
		expect(log).toEqual([
			'"Stitch Payments Trigger" in the workflow "Shop" could not read a message from Stitch: its type is not chosen',
		]);
	});

	it('is an event where a manual subscription brings a type that is chosen, or none', async () => {
		const { started } = trigger(byHand);
		const settled = { type: 'disbursement', data: { ...object, status: 'settled' } };
		const nameless = nested({ paymentRequests: { node: object } });
		for (const body of [settled, nameless]) {
			expect(await started(JSON.stringify(body), [0])).toMatchObject([{ event: 'unknown' }]);
		}
	});
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
		expect(await started(withoutReference, [1])).toMatchObject([{ event: 'unknown' }]);
	});
});
