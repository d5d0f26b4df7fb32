import type { IDataObject } from 'n8n-workflow';

import { handOvers } from '../../../nodes/Stitch/polling/handOvers';
import { poll } from '../../../nodes/Stitch/polling/poll';
import { pages, pollContext } from './contexts.mts';

const key = 'disbursement_completed';

/** A disbursement that was completed so many milliseconds ago by the clock of this machine. */
const completed = (id: string, agoMs = 1000): IDataObject => ({
	id,
	amount: { quantity: '150.00', currency: 'ZAR' },
	externalReference: `ref-${id}`,
	status: {
		__typename: 'DisbursementCompleted',
		date: new Date(Date.now() - agoMs).toISOString(),
	},
});

/** A service that shows these disbursements, as far as they are within the window. */
const showing = (shown: () => IDataObject[]) => (variables: IDataObject) => {
	const { status } = variables[key] as { status: Record<string, { date: IDataObject }> };
	const { gte, lt } = status.DisbursementCompleted?.date ?? {};
	const within = shown().filter(({ status: its }) => {
		const { date } = its as { date: string };
		return date >= String(gte) && (lt === undefined || date < String(lt));
	});
	return pages(variables, { [key]: within });
};

const away = () => {
	throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
};

const told = (output: Awaited<ReturnType<typeof poll>>) =>
	(output?.[0] ?? []).map(({ json }) => json.id);

/** Marks the data as n8n does where it saves it apart from executions. */
function savedApart(data: IDataObject = {}): IDataObject {
	return Object.defineProperty(structuredClone(data), '__dataChanged', { value: false });
}

describe('a trigger that was just published', () => {
	it('tells nothing of what was there before, and everything that comes after', async () => {
		const shown = [completed('before')];
		const { context, sent } = pollContext({ asked: showing(() => shown) });
		expect(await poll(context)).toBeNull();
		shown.push(completed('after', 0));
		expect(told(await poll(context))).toEqual(['after']);
		expect(await poll(context)).toBeNull();
		// The first look takes stock, and looks; each later one is one request.
		expect(sent).toHaveLength(4);
	});

	it('tells what changed since Start From', async () => {
		const shown = [completed('long ago', 7_200_000), completed('since', 1_800_000)];
		const startFrom = new Date(Date.now() - 3_600_000).toISOString();
		const { context } = pollContext({
			parameters: { options: { startFrom } },
			asked: showing(() => shown),
		});
		expect(told(await poll(context))).toEqual(['since']);
		expect(await poll(context)).toBeNull();
	});

	it('leaves out what the filters do not let pass', async () => {
		const { context } = pollContext({
			parameters: {
				options: {
					startFrom: new Date(Date.now() - 60_000).toISOString(),
					externalReferencePrefix: 'ref-a',
				},
			},
			asked: showing(() => [completed('a'), completed('b')]),
		});
		expect(told(await poll(context))).toEqual(['a']);
	});

	it('fails at once when the service cannot be asked, so that the person sees it', async () => {
		const { context } = pollContext({ activation: 'activate', asked: away });
		await expect(poll(context)).rejects.toMatchObject({
			message: 'No connection to graphql.test',
			description:
				'Nothing was sent. Check the network and the addresses in the credential. No change is lost: the next look continues where the last one ended.',
		});
	});

	it('fails without any event', async () => {
		const { context } = pollContext({ activation: 'update', parameters: { events: [] } });
		await expect(poll(context)).rejects.toThrow('Events is empty');
	});

	it('fails with Execute Once, with which n8n would drop all changes of a look but the first', async () => {
		const { context, sent } = pollContext({ activation: 'activate', node: { executeOnce: true } });
		await expect(poll(context)).rejects.toThrow(
			'With Execute Once, n8n would pass on only the first change of each look: turn it off under Settings of this trigger',
		);
		expect(sent).toEqual([]);
	});
});

describe('a cursor', () => {
	it('counts when the process that handed changes over comes back', async () => {
		const staticData = savedApart();
		const { context } = pollContext({ staticData, asked: showing(() => shown) });
		const shown: IDataObject[] = [];
		await poll(context);
		shown.push(completed('a'));
		expect(told(await poll(context))).toEqual(['a']);
		expect(told(await poll(context))).toEqual([]);
	});

	it('does not count after a restart, which may have come before n8n stored the execution', async () => {
		const shown: IDataObject[] = [];
		const asked = showing(() => shown);
		const { context, staticData } = pollContext({
			nodeId: 'crashing',
			staticData: savedApart(),
			asked,
		});
		await poll(context);
		shown.push(completed('a'));
		expect(told(await poll(context))).toEqual(['a']);
		const ofAnother = { ...(staticData.polling as IDataObject), by: 'another process' };
		const after = pollContext({
			nodeId: 'crashing',
			staticData: savedApart({ polling: ofAnother }),
			asked,
		});
		expect(told(await poll(after.context))).toEqual(['a']);
		// Where n8n saves the cursor and the execution in one transaction, it does.
		const together = pollContext({ nodeId: 'crashing', staticData: { polling: ofAnother }, asked });
		expect(await poll(together.context)).toBeNull();
	});

	it('counts after the trigger was renamed and n8n restarted', async () => {
		const shown = [completed('before')];
		const asked = showing(() => shown);
		const given = { nodeId: 'renamed one', asked };
		const { context, globalData } = pollContext({ ...given, staticData: savedApart() });
		await poll(context);
		shown.push(completed('told'));
		expect(told(await poll(context))).toEqual(['told']);
		shown.push(completed('meanwhile', 0));
		// n8n keeps what belongs to a node under its name, so there is nothing for the new one.
		const saved = { staticData: savedApart(), globalData: structuredClone(globalData) };
		const renamed = pollContext({ ...given, ...saved });
		let restarted = poll;
		await jest.isolateModulesAsync(async () => {
			({ poll: restarted } = await import('../../../nodes/Stitch/polling/poll'));
		});
		const again = told(await restarted(renamed.context));
		// The execution drops what was handed over before the restart: n8n's database knows it.
		expect(again).toEqual(['told', 'meanwhile']);
		expect(renamed.log).toEqual([]);
	});

	it('counts although n8n has not saved what the first look kept', async () => {
		const shown: IDataObject[] = [];
		const asked = showing(() => shown);
		await poll(pollContext({ nodeId: 'unsaved', asked }).context);
		shown.push(completed('a'));
		const next = pollContext({ nodeId: 'unsaved', staticData: {}, asked });
		expect(told(await poll(next.context))).toEqual(['a']);
	});

	it('counts although n8n has not saved it since, because no look had found anything', async () => {
		const nodeId = 'quiet';
		const shown: IDataObject[] = [];
		const asked = showing(() => shown);
		const { context, staticData } = pollContext({ nodeId, staticData: savedApart(), asked });
		await poll(context);
		const saved = structuredClone(staticData);
		// A look that finds nothing to tell: the reference does not pass.
		shown.push(completed('a'));
		const filtered = { options: { externalReferencePrefix: 'other-' } };
		const quiet = pollContext({ nodeId, staticData, parameters: filtered, asked });
		expect(await poll(quiet.context)).toBeNull();
		const again = pollContext({ nodeId, staticData: savedApart(saved), asked });
		expect(await poll(again.context)).toBeNull();
		// Another process that saved something since knows better.
		const { polling } = saved as { polling: IDataObject };
		const elsewhere = savedApart({ polling: { ...polling, by: 'another process' } });
		const after = pollContext({ nodeId, staticData: elsewhere, asked });
		expect(told(await poll(after.context))).toEqual(['a']);
	});

	it('does not count where n8n takes back what it was to save with an execution', async () => {
		const shown: IDataObject[] = [];
		const given = { nodeId: 'rolled back', asked: showing(() => shown) };
		await poll(pollContext(given).context);
		shown.push(completed('a'));
		expect(told(await poll(pollContext(given).context))).toEqual(['a']);
		expect(told(await poll(pollContext(given).context))).toEqual(['a']);
	});

	it('of an imported workflow, of another client or in an unknown form begins anew, and says so', async () => {
		const shown = [completed('a')];
		const asked = showing(() => shown);
		const first = pollContext({ nodeId: 'one', asked });
		await poll(first.context);
		const polling = first.staticData.polling as IDataObject;
		const earlier = { ...polling, cursor: { ...(polling.cursor as object), seen: {} } };
		const lines = [];
		for (const given of [
			{ nodeId: 'copy', staticData: { polling: earlier } },
			{ nodeId: 'one', clientId: 'test-2', staticData: { polling: earlier } },
			{ nodeId: 'one', staticData: { polling: { cursor: 'x' } } },
		]) {
			const { context, log } = pollContext({ ...given, asked });
			expect(await poll(context)).toBeNull();
			lines.push(...log);
		}
		expect(lines).toEqual([
			'"Changes" in the workflow "Shop" starts afresh: it is a copy, or its workflow was moved here.',
			'"Changes" in the workflow "Shop" starts afresh: its credential is that of another client or service.',
			'"Changes" in the workflow "Shop" starts afresh: what it had saved cannot be read.',
		]);
		const same = pollContext({ nodeId: 'one', staticData: { polling: earlier }, asked });
		expect(told(await poll(same.context))).toEqual(['a']);
	});

	it('goes back to another Start From, but not for a credential that was replaced', async () => {
		const shown = [completed('a', 600_000)];
		const asked = showing(() => shown);
		const { context, staticData } = pollContext({ nodeId: 'two', asked });
		await poll(context);
		const parameters = { options: { startFrom: new Date(Date.now() - 3_600_000).toISOString() } };
		const other = pollContext({
			nodeId: 'two',
			clientId: 'test-3',
			staticData: { ...staticData },
			parameters,
			asked,
		});
		expect(await poll(other.context)).toBeNull();
		const back = pollContext({ nodeId: 'two', staticData, parameters, asked });
		expect(told(await poll(back.context))).toEqual(['a']);
		expect(back.log[0]).toContain('Start From was changed');
		expect(await poll(back.context)).toBeNull();
	});

	it('begins now for events that are chosen later, and again for those that were left out in between', async () => {
		const nodeId = 'events';
		const shown = [completed('a')];
		const paused = {
			id: 'p',
			status: { __typename: 'DisbursementPaused', date: new Date().toISOString() },
		};
		const asked = (variables: IDataObject) =>
			pages(variables, { [key]: shown, disbursement_paused: [paused] });
		const { context, staticData } = pollContext({ nodeId, asked });
		await poll(context);
		const both = { events: ['disbursement.completed', 'disbursement.paused'] };
		const more = pollContext({ nodeId, staticData, parameters: both, asked });
		expect(await poll(more.context)).toBeNull();
		shown.push(completed('b', 0));
		expect(told(await poll(more.context))).toEqual(['b']);
		const less = pollContext({ nodeId, staticData, asked });
		await poll(less.context);
		expect(JSON.stringify(staticData)).not.toContain('"disbursement_paused":');
	});

	it('knows the status that an object had when an event was chosen, not the one before', async () => {
		const paused = {
			id: 'd',
			status: {
				__typename: 'DisbursementPaused',
				date: new Date(Date.now() - 2_400_000).toISOString(),
			},
		};
		let shown: Record<string, IDataObject[]> = { disbursement_paused: [paused] };
		const given = {
			nodeId: 'two lists',
			staticData: {},
			asked: (variables: IDataObject) => pages(variables, shown),
		};
		const parameters = { events: ['disbursement.paused'] };
		const before = pollContext({ ...given, parameters });
		await poll(before.context);
		shown = { [key]: [completed('d', 700_000)] };
		expect(await poll(before.context)).toBeNull();
		const both = { events: ['disbursement.paused', 'disbursement.completed'] };
		expect(await poll(pollContext({ ...given, parameters: both }).context)).toBeNull();
	});
});

describe('a look that fails', () => {
	it('is told once in the log, then by an execution, and nothing is lost', async () => {
		const shown: IDataObject[] = [];
		const asked = showing(() => shown);
		const { context, log, state } = pollContext({ asked });
		await poll(context);
		shown.push(completed('a'));
		state.asked = () => ({ data: null });
		expect(await poll(context)).toBeNull();
		expect(await poll(context)).toBeNull();
		expect(log).toEqual([
			'"Changes" in the workflow "Shop" could not look for changes: Stitch sent an answer that cannot be read',
		]);
		await expect(poll(context)).rejects.toMatchObject({
			description:
				'Nothing was changed. No change is lost: the next look continues where the last one ended.',
		});
		expect(await poll(context)).toBeNull();
		state.asked = asked;
		expect(told(await poll(context))).toEqual(['a']);
		expect(log.at(-1)).toBe('"Changes" in the workflow "Shop" can look again.');
	});
});

it('does not look while an earlier look of the same trigger is still under way', async () => {
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	const { context, sent } = pollContext();
	const { helpers } = context;
	const send = helpers.httpRequestWithAuthentication;
	helpers.httpRequestWithAuthentication = async (...given) => {
		await held;
		return await send.apply(context as never, given);
	};
	const [first, second] = [poll(context), poll(context)];
	release();
	expect(await second).toBeNull();
	await first;
	expect(sent).toHaveLength(2);
});

it('hands changes over again that n8n could not store, and waits for those that it is still storing', async () => {
	// This process runs executions.
	handOvers.arrived('another trigger', []);
	const shown: IDataObject[] = [];
	const { context } = pollContext({ staticData: savedApart(), asked: showing(() => shown) });
	await poll(context);
	shown.push(completed('a'));
	expect(told(await poll(context))).toEqual(['a']);
	shown.push(completed('b', 0));
	expect(await poll(context)).toBeNull();
	const later = performance.now() + 600_000;
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => later);
	const [output = []] = (await poll(context)) ?? [];
	expect(output.map(({ json }) => json.id)).toEqual(['a', 'b']);
	handOvers.arrived(
		`workflow/${context.getNode().id}`,
		output.map(({ json }) => String(json.eventId)),
	);
	expect(await poll(context)).toBeNull();
	clock.mockRestore();
});
