import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { keepSecrets, keptBy, openSecrets } from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { Subscription } from '../../../nodes/Stitch/webhook/subscription';
import { serviceOf } from '../builders.mts';
import { sealingCredential, staticDataHolder } from './contexts.mts';
import { secretOf } from './deliveries.mts';
import { at, Stitch, url, type AtStitch, type Trouble } from './stitch.mts';

const earlier = 'https://tunnel.test/webhook';
const spelled = url.replace('n8n', 'N8N');
const otherClient = { clientId: 'live-1', clientSecret: 'another' };

const ours = at('ep_1: payout refund');
const elsewhere = at('ep_9: refund', 'https://n8n.test/webhook/2');
const unreadable = { id: null, url: null, filterTypes: null };
const terminals = 'terminal-session.failure terminal-session.success';
const both = `payment ${terminals}`;

interface Given {
	held?: Array<AtStitch | null>;
	/** What was subscribed here before: its ID and address. */
	kept?: [id: string, address?: string];
	/** Of one mutation after the other. */
	trouble?: Trouble[];
	credential?: typeof sealingCredential;
	mayLeaveOut?: boolean;
	/** How often a request may be sent. */
	maxTries?: number;
}

/** A trigger that makes and removes its subscription, and the Stitch that holds it. */
function trigger({
	held = [],
	kept,
	trouble = [],
	credential = sealingCredential,
	maxTries = 1,
	...more
}: Given) {
	const stitch = new Stitch(held, trouble);
	const script = Array.from({ length: 20 }, () => stitch.answerTo);
	const { service } = serviceOf(script, { maxTries });
	const logs: string[] = [];
	const note = (line: string) => void logs.push(line);
	const context = { ...staticDataHolder(), logger: { warn: note, info: note } };
	if (kept) {
		const [id, address = url] = kept;
		const asked = ['payout', 'refund'];
		const subscriptions = [{ id, filterTypes: asked, secret: secretOf(id) }];
		keepSecrets(context, sealingCredential, { url: address, asked, subscriptions });
	}
	const subscription = new Subscription(context, service, credential, url);
	/** What came of it, with the IDs of what Stitch holds and of what is known here. */
	const after = async (work: Promise<unknown>) => {
		const failure = await work.then(
			() => undefined,
			(cause: unknown) => (cause instanceof ServiceFailure ? cause.details : cause),
		);
		const known = openSecrets(context, credential);
		expect(known.map(({ secret }) => secret)).toEqual(known.map(({ id }) => secretOf(id)));
		return {
			asked: stitch.asked.join(', '),
			holds: stitch.holds,
			keeps: keptBy(context) && known.map(({ id }) => id).join(' '),
			logs: logs.join('\n'),
			failure,
		};
	};
	return {
		stitch,
		isKnown: () => subscription.isKnown(),
		isInPlace: async (types: string) => await subscription.isInPlace(types.split(' ')),
		create: async (types: string) =>
			await after(subscription.create(types.split(' '), more.mayLeaveOut ?? false)),
		remove: async (types: string) => await after(subscription.remove(types.split(' '))),
	};
}

interface Row {
	types: string;
	given: Given;
	result: object;
}

const quiet = { logs: '', failure: undefined };
const nothing = { holds: '', keeps: undefined };
const refused = { failure: { code: 'BAD_USER_INPUT' } };
const noSecret = {
	...nothing,
	asked: 'list, add refund, list, delete',
	failure: { sentence: expect.stringContaining('the signing secret') },
};
const atEarlier = {
	keeps: undefined,
	asked: 'list',
	logs: expect.stringContaining(`at ${earlier}, an earlier`),
};
const someoneElse = {
	logs: expect.stringContaining('someone else'),
	keeps: 'ep_1',
	asked: 'list',
	failure: undefined,
};

describe('a subscription is in place', () => {
	it.each`
		only                            | kept                       | held                                      | wanted             | inPlace
		${'in any order of its types'}  | ${['ep_1']}                | ${[at('ep_1: refund payout'), elsewhere]} | ${'refund payout'} | ${true}
		${'in any spelling'}            | ${['ep_1']}                | ${[{ ...ours, url: spelled }]}            | ${'payout refund'} | ${true}
		${'at its own address'}         | ${['ep_1']}                | ${[{ ...ours, url: earlier }]}            | ${'payout refund'} | ${false}
		${'with the types wanted now'}  | ${['ep_1']}                | ${[ours]}                                 | ${'payout'}        | ${false}
		${'with all types of it'}       | ${['ep_1']}                | ${[at('ep_1: payout')]}                   | ${'payout refund'} | ${false}
		${'without a second one'}       | ${['ep_1']}                | ${[ours, { ...ours, id: 'ep_2' }]}        | ${'payout refund'} | ${false}
		${'where its secret is known'}  | ${['ep_1']}                | ${[{ ...ours, id: 'ep_2' }]}              | ${'payout refund'} | ${false}
		${'where anything is known'}    | ${undefined}               | ${[ours]}                                 | ${'payout refund'} | ${false}
		${'where it is known for here'} | ${['ep_1', elsewhere.url]} | ${[ours]}                                 | ${'payout refund'} | ${false}
	`(
		'only $only',
		async ({ wanted, inPlace, ...given }: Given & { wanted: string; inPlace: boolean }) => {
			expect(await trigger(given).isInPlace(wanted)).toBe(inPlace);
		},
	);
});

it.each`
	where                                 | given                                          | isKnown
	${'its secret can be opened'}         | ${{ kept: ['ep_1'] }}                          | ${true}
	${'not at another address'}           | ${{ kept: ['ep_1', earlier] }}                 | ${false}
	${'not with another credential'}      | ${{ kept: ['ep_1'], credential: otherClient }} | ${false}
	${'not where nothing was subscribed'} | ${{}}                                          | ${false}
`(
	'a subscription is known where $where',
	({ given, isKnown }: { given: Given; isKnown: boolean }) => {
		expect(trigger(given).isKnown()).toBe(isKnown);
	},
);

describe('subscribing', () => {
	it.each`
		does                                      | given                                                             | result
		${'clears, warns and keeps the secret'}   | ${{ held: [ours, elsewhere] }}                                    | ${{ asked: 'list, delete, add refund', holds: 'ep_9 new_2', keeps: 'new_2', failure: undefined, logs: expect.stringMatching(/is replaced\. Events that Stitch was still repeating are not sent/) }}
		${'begins again after a lost answer'}     | ${{ trouble: ['lost'] }}                                          | ${{ ...quiet, asked: 'list, add refund, list, delete, add refund', holds: 'new_3', keeps: 'new_3' }}
		${'never repeats it as it was'}           | ${{ trouble: ['lost'], maxTries: 3 }}                             | ${{ ...quiet, asked: 'list, add refund, list, delete, add refund', holds: 'new_3', keeps: 'new_3' }}
		${'leaves nothing after three of them'}   | ${{ trouble: ['lost', 'none', 'lost', 'none', 'lost'] }}          | ${{ ...nothing, failure: { status: 503 }, asked: expect.stringMatching(/^([^a]*add){3}[^a]*delete$/) }}
		${'gives up where it is refused'}         | ${{ trouble: ['refused'] }}                                       | ${{ ...refused, ...nothing, asked: 'list, add refund, list' }}
		${'forgets what it has cleared'}          | ${{ kept: ['ep_1'], held: [ours], trouble: ['none', 'refused'] }} | ${{ ...refused, ...nothing }}
		${'ignores what cannot be read'}          | ${{ held: [null, unreadable, at('ep_9', elsewhere.url)] }}        | ${{ ...quiet, asked: 'list, add refund', keeps: 'new_1' }}
		${'leaves what is at an earlier address'} | ${{ kept: ['ep_0', earlier], held: [at('ep_0: x', earlier)] }}    | ${{ asked: 'list, add refund', holds: 'ep_0 new_1', keeps: 'new_1', logs: expect.stringContaining(`at ${earlier}, an earlier address`) }}
		${'leaves what another client has'}       | ${{ kept: ['ep_0'], credential: otherClient }}                    | ${{ asked: 'list, add refund', keeps: 'new_1', logs: expect.stringContaining('client test-1') }}
		${'fails without a secret'}               | ${{ trouble: [{ id: 'ep_1', secret: null }] }}                    | ${noSecret}
		${'fails with one of another form'}       | ${{ trouble: [{ id: 'ep_1', secret: 'whsec_' }] }}                | ${noSecret}
		${'fails without an ID'}                  | ${{ trouble: [{ id: null, secret: secretOf('x') }] }}             | ${noSecret}
		${'fails with nothing'}                   | ${{ trouble: [{}] }}                                              | ${noSecret}
	`('$does', async ({ given, result }: Row) => {
		expect(await trigger(given).create('refund')).toMatchObject(result);
	});
});

describe('subscribing the events of terminals', () => {
	it.each`
		does                                    | types        | given                                                                     | result
		${'makes a call of its own'}            | ${both}      | ${{}}                                                                     | ${{ ...quiet, asked: `list, add payment, add ${terminals}`, keeps: 'new_1 new_2' }}
		${'leaves nothing where it is refused'} | ${both}      | ${{ trouble: ['none', 'refused'] }}                                       | ${{ ...nothing, ...refused }}
		${'takes the rest if all was chosen'}   | ${both}      | ${{ trouble: ['none', 'refused'], mayLeaveOut: true }}                    | ${{ keeps: 'new_1', failure: undefined, logs: expect.stringMatching(/^Stitch refused the events terminal-session.*the others are subscribed/) }}
		${'is refused where nothing else is'}   | ${terminals} | ${{ trouble: ['refused'], mayLeaveOut: true }}                            | ${refused}
		${'begins again if its answer is lost'} | ${both}      | ${{ trouble: ['none', 'lost'] }}                                          | ${{ ...quiet, holds: 'new_4 new_5', keeps: 'new_4 new_5' }}
		${'also where nobody would miss them'}  | ${both}      | ${{ trouble: ['none', 'lost'], mayLeaveOut: true }}                       | ${{ ...quiet, holds: 'new_4 new_5', keeps: 'new_4 new_5' }}
		${'leaves nothing without a secret'}    | ${both}      | ${{ trouble: ['none', { id: 'ep_2', secret: null }], mayLeaveOut: true }} | ${{ ...nothing, failure: { sentence: expect.stringContaining('the signing secret') } }}
	`('$does', async ({ types, given, result }: Row) => {
		expect(await trigger(given).create(types)).toMatchObject(result);
	});

	it('is not done again each time that n8n starts where they were left out', async () => {
		const { create, isInPlace } = trigger({ trouble: ['none', 'refused'], mayLeaveOut: true });
		await create(both);
		expect(await isInPlace(both)).toBe(true);
	});

	it('is in place only with both calls', async () => {
		const { create, isInPlace, stitch } = trigger({});
		await create(both);
		expect(await isInPlace(both)).toBe(true);
		stitch.held = stitch.held.with(1, at(`ep_9: ${terminals}`));
		expect(await isInPlace(both)).toBe(false);
	});
});

describe('unsubscribing', () => {
	it.each`
		does                                         | given                                                                         | result
		${'asks for nothing where nothing is'}       | ${{ kept: ['ep_1'], held: [elsewhere] }}                                      | ${{ ...quiet, asked: 'list', keeps: undefined }}
		${'says that no event is repeated'}          | ${{ kept: ['ep_1'], held: [ours] }}                                           | ${{ ...nothing, logs: expect.stringContaining('still repeating are not sent again') }}
		${'succeeds if only the answer was lost'}    | ${{ kept: ['ep_1'], held: [ours], trouble: ['lost'] }}                        | ${{ ...nothing, failure: undefined }}
		${'remembers what is still there'}           | ${{ kept: ['ep_1'], held: [ours], trouble: ['refused'] }}                     | ${{ ...refused, keeps: 'ep_1' }}
		${'uses the spelling that Stitch lists'}     | ${{ kept: ['ep_1'], held: [{ ...ours, url: spelled }] }}                      | ${{ ...nothing, asked: `list, delete ${spelled}` }}
		${'never touches an earlier address'}        | ${{ kept: ['ep_0', earlier], held: [{ ...ours, id: 'ep_0', url: earlier }] }} | ${{ holds: 'ep_0', ...atEarlier }}
		${'nor the same ID there'}                   | ${{ kept: ['ep_1', earlier], held: [{ ...ours, url: earlier }] }}             | ${{ holds: 'ep_1', ...atEarlier }}
		${'ends what a crash left'}                  | ${{ held: [ours] }}                                                           | ${{ ...nothing, asked: 'list, delete' }}
		${'ends what a crash left at a new address'} | ${{ kept: ['ep_0', earlier], held: [ours] }}                                  | ${{ asked: 'list, delete', holds: '' }}
		${'leaves other types of someone else'}      | ${{ held: [at('ep_1: payment')] }}                                            | ${{ asked: 'list', holds: 'ep_1' }}
		${'ends only its own beside them'}           | ${{ kept: ['ep_1'], held: [at('ep_9: payment'), ours] }}                      | ${{ holds: 'ep_9', keeps: undefined, asked: 'list, delete payout refund' }}
		${'leaves the same types of someone else'}   | ${{ kept: ['ep_1'], held: [at('ep_9: payout refund')] }}                      | ${{ ...quiet, asked: 'list', holds: 'ep_9', keeps: undefined }}
		${'stays beside one of its types'}           | ${{ kept: ['ep_1'], held: [at('ep_9: refund'), ours] }}                       | ${{ holds: 'ep_9 ep_1', ...someoneElse }}
		${'stays beside all types'}                  | ${{ kept: ['ep_1'], held: [at('ep_9'), ours] }}                               | ${{ holds: 'ep_9 ep_1', ...someoneElse }}
		${'stays where it brings all types'}         | ${{ kept: ['ep_1'], held: [at('ep_9: payment'), at('ep_1')] }}                | ${{ holds: 'ep_9 ep_1', ...someoneElse }}
		${'says nothing where only others are'}      | ${{ kept: ['ep_1'], held: [at('ep_9')] }}                                     | ${{ ...quiet, asked: 'list', holds: 'ep_9', keeps: undefined }}
		${'cannot reach what another client has'}    | ${{ kept: ['ep_1'], credential: otherClient }}                                | ${{ asked: 'list', keeps: undefined, logs: expect.stringMatching(/client test-1,.* still has .*Delete/) }}
	`('$does', async ({ given, result }: Row) => {
		expect(await trigger(given).remove('payout refund')).toMatchObject(result);
	});

	it('ends both of two calls', async () => {
		const { create, remove } = trigger({});
		await create(both);
		expect(await remove(both)).toMatchObject(nothing);
	});

	it('ends what a crash left of two calls', async () => {
		const held = [at('ep_1: payment'), at(`ep_2: ${terminals}`)];
		expect(await trigger({ held }).remove(both)).toMatchObject({
			...nothing,
			asked: 'list, delete',
		});
	});
});
