import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { repairSubscription } from '../../../nodes/Stitch/webhook/repair';
import { sealingCredential, webhookContext } from './contexts.mts';
import { at, Stitch, url, type AtStitch, type Trouble } from './stitch.mts';

interface Given {
	events?: string[];
	options?: IDataObject;
	staticData?: IDataObject;
	trouble?: Trouble[];
}

/** A trigger that knows the subscription `ep_1`, and a Stitch that holds these. */
function trigger(
	held: AtStitch[],
	{ events = ['refund.completed'], options = {}, trouble, ...given }: Given = {},
) {
	const stitch = new Stitch(held, trouble);
	const { context } = webhookContext({
		parameters: { events, options },
		...given,
		http: async (request) => await Promise.resolve(stitch.answerTo(request)),
	});
	return { context, stitch };
}

/** What comes of checks at these minutes. */
async function checks(context: IWebhookFunctions, minutes: number[]) {
	const clock = jest.spyOn(performance, 'now');
	const found: unknown[] = [];
	for (const minute of minutes) {
		clock.mockReturnValue(minute * 60_000);
		found.push(await repairSubscription(context));
	}
	clock.mockRestore();
	return found;
}

const another = at('ep_2: disbursement');

it.each([
	['the known one', [at('ep_1: disbursement')]],
	['the known one without its ID', [{ ...at('ep_1: disbursement'), id: null }]],
	['the known one beside another', [another, at('ep_1: disbursement')]],
	['none', []],
	['another one at another address alone', [{ ...another, url: `${url}/2` }]],
])('a check replaces nothing where Stitch holds %s', async (_, held) => {
	const { context, stitch } = trigger(held);
	expect((await checks(context, [0, 4])).at(-1)).toBeUndefined();
	expect(stitch.asked).toEqual(['list', 'list']);
});

describe('a subscription where n8n has saved none, as while it publishes', () => {
	const publishing = () => trigger([another], { staticData: {} });

	it('is replaced by the second check that finds it, after the minutes of publishing', async () => {
		const { context, stitch } = publishing();
		expect(await checks(context, [0, 1, 3, 4])).toEqual(['later', 'later', 'later', 'replaced']);
		expect(stitch.held).toEqual([at('new_2: refund')]);
	});

	it.each([
		['another one', at('ep_3: disbursement'), at('ep_2: disbursement')],
		['one of other types', { ...at(': payout'), id: null }, { ...at(': refund'), id: null }],
	])('is left alone by a check that finds %s than the check before', async (_, then, before) => {
		const { context, stitch } = publishing();
		stitch.held = [before];
		expect(await checks(context, [0])).toEqual(['later']);
		stitch.held = [then];
		expect(await checks(context, [9])).toEqual(['later']);
		expect(stitch.held).toEqual([then]);
	});

	it('is left alone by a check after one that Stitch did not answer', async () => {
		const { context } = publishing();
		const answered = context.getCredentials;
		context.getCredentials = async () => await Promise.reject(new Error('not now'));
		await expect(checks(context, [0])).rejects.toThrow('not now');
		context.getCredentials = answered;
		expect(await checks(context, [4, 8])).toEqual(['later', 'replaced']);
	});
});

it.each([
	['another one is there than n8n has saved', another, sealingCredential],
	[
		'the client secret was renewed',
		at('ep_1: disbursement'),
		{ ...sealingCredential, clientSecret: 'new' },
	],
])('the first check replaces the subscription where %s', async (_, held, credential) => {
	const { context, stitch } = trigger([held]);
	Object.assign(context, { getCredentials: async () => await Promise.resolve(credential) });
	expect(await checks(context, [0])).toEqual(['replaced']);
	expect(stitch.holds).toBe('new_2');
});

it('subscribes to what the node asks for now', async () => {
	const { context, stitch } = trigger([another], { events: ['refund.error', 'charge.success'] });
	await checks(context, [0]);
	expect(stitch.held).toEqual([at('new_2: refund transaction')]);
});

it('keeps the other events where Stitch refuses those of terminal sessions', async () => {
	const events = ['refund.completed', 'terminalSession.success'];
	const { context, stitch } = trigger([another], { events, trouble: ['none', 'none', 'refused'] });
	expect(await checks(context, [0])).toEqual(['replaced']);
	expect(stitch.held).toEqual([at('new_2: refund')]);
});
