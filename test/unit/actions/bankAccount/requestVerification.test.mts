import { verifyAccount } from '../../../../nodes/Stitch/actions/bankAccount/verify.operation';
import { inParallel } from '../../../../nodes/Stitch/run/concurrency';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { explain } from '../../../../nodes/Stitch/transport/messages';
import { Service } from '../../../../nodes/Stitch/transport/service';
import { addresses, answer, itemOf, type Script } from '../../builders.mts';
import { VirtualTime } from '../../webhook/virtualTime.mts';
import { perform } from '../perform.mts';
import { individual } from './accounts.mts';

const pending = answer(202, { status: 'pending', message: 'still running' });
const lost = { kind: 'answerLost', happened: 'maybe' } as const;
const verified = answer(200, { id: 'bav_1', verificationResult: { outcome: 'verified' } });

const ofFnb = { bank: 'fnb', number: '1234567890', type: 'current' };

describe('while the bank is still checking', () => {
	it('repeats the identical body with growing pauses until the result is there', async () => {
		const script: Script = [pending, pending, pending, verified];
		const { output, sent, clock } = await perform(verifyAccount, individual, script);
		expect(output).toEqual(verified.body);
		expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1);
		expect(sent).toHaveLength(4);
		expect(clock.pauses).toEqual([2000, 3000, 4500]);
	});

	it('takes as long for a hundred accounts as for one, whatever Concurrency says', async () => {
		const time = new VirtualTime(1);
		const asked = new Map<unknown, number>();
		const verifiesAfterHalfAMinute = async ({ body }: { body?: unknown }) => {
			const account = JSON.stringify(body);
			const firstAt = asked.get(account) ?? time.elapsed();
			asked.set(account, firstAt);
			await time.pause(50);
			return time.elapsed() - firstAt < 30_000 ? pending : verified;
		};
		const options = { maxTries: 1, budgetMs: 60_000, timeoutMs: 30_000, concurrency: 8 };
		const service = new Service(verifiesAfterHalfAMinute, addresses, 'test', options, time);
		const outputs: unknown[] = [];
		const all = inParallel(
			Array.from({ length: 100 }, (_, index) => `${1_000_000 + index}`),
			() => service.atOnce,
			async (accountNumber, waitOutsideTheLimit) => {
				const item = itemOf({ ...individual, accountNumber });
				const plan = verifyAccount.prepare(item, service);
				outputs.push(await verifyAccount.send(plan, service, item, { waitOutsideTheLimit }));
				return true;
			},
		);
		await Promise.all([all, time.run()]);
		expect(outputs).toEqual(Array(100).fill(verified.body));
		expect(time.elapsed()).toBeLessThan(45_000);
	});

	it('returns the pending answer after 120 seconds, having asked once more in the last of them', async () => {
		const script: Script = Array.from({ length: 50 }, () => pending);
		const { output, clock } = await perform(verifyAccount, individual, script);
		expect(output).toEqual({ status: 'pending', message: 'still running' });
		expect(clock.pauses.reduce((sum, pause) => sum + pause, 0)).toBe(119_000);
		expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(15_000);
	});

	it('waits as long as Maximum Wait says', async () => {
		const script: Script = Array.from({ length: 50 }, () => pending);
		const options = { maxWaitSeconds: 7 };
		const { clock } = await perform(verifyAccount, { ...individual, options }, script);
		expect(clock.pauses).toEqual([2000, 3000, 1000]);
	});

	it.each`
		what                        | failure
		${'does not answer'}        | ${lost}
		${'is not available'}       | ${answer(503, {})}
		${'asks for more patience'} | ${answer(429, {}, { 'retry-after': '90' })}
	`('waits no longer when the service $what any more', async ({ failure }) => {
		const { output, clock } = await perform(
			verifyAccount,
			{ ...individual, options: { maxWaitSeconds: 60 } },
			[pending, ...Array.from({ length: 99 }, () => failure)],
			{ maxTries: 10, budgetMs: 120_000 },
		);
		expect(output).toEqual(pending.body);
		expect(clock.elapsed()).toBeLessThanOrEqual(60_000);
	});

	it('has the result all the same when an answer was lost in between', async () => {
		const script: Script = [pending, lost, answer(503, {}), verified];
		const { output } = await perform(verifyAccount, individual, script);
		expect(output).toEqual(verified.body);
	});

	it('fails as soon as the service says that it cannot be completed', async () => {
		const refusal = answer(422, { code: 'VERIFICATION_ERROR', reason: 'technical_error' });
		const { failure, sent } = await perform(verifyAccount, individual, [pending, refusal]);
		expect((failure as ServiceFailure).details).toMatchObject({ status: 422 });
		expect(sent).toHaveLength(2);
	});

	it('asks once only when Maximum Wait is 0', async () => {
		const parameters = { ...individual, options: { maxWaitSeconds: 0 } };
		const { sent, output } = await perform(verifyAccount, parameters, [pending]);
		expect(sent).toHaveLength(1);
		expect(output).toMatchObject({ status: 'pending' });
	});

	it('fails in the end when asked to, and says that asking again costs nothing', async () => {
		const { failure } = await perform(
			verifyAccount,
			{ ...individual, options: { maxWaitSeconds: 0, onTimeout: 'fail' } },
			[pending],
		);
		expect(failure).toBeInstanceOf(ServiceFailure);
		const { message, description } = explain((failure as ServiceFailure).details);
		expect(message).toBe('The bank is still checking the account');
		expect(description).toContain('costs nothing more');
	});
});

it('repeats a verification whose answer was lost', async () => {
	const script = [lost, answer(503, {}), verified];
	const { output, sent } = await perform(verifyAccount, individual, script, { maxTries: 5 });
	expect(sent).toHaveLength(3);
	expect(output).toEqual(verified.body);
});

it.each`
	where                    | script
	${'the service is away'} | ${[answer(503, {})]}
	${'an answer was lost'}  | ${[lost]}
`('has changed nothing where $where', async ({ script }) => {
	const { failure } = await perform(verifyAccount, individual, [...script]);
	const { details } = failure as ServiceFailure;
	expect(details.happened).toBe('no');
	expect(explain(details).description).toBe('Nothing was changed. Try again.');
});

it('is not uncertain where it is refused after a lost answer', async () => {
	const script = [lost, answer(422, { reason: 'technical_error' })];
	const { failure } = await perform(verifyAccount, individual, script, { maxTries: 2 });
	expect((failure as ServiceFailure).details.happened).toBe('no');
});

it.each`
	given                                      | number           | is
	${'for a different account'}               | ${'9876543210'}  | ${'unreadable'}
	${'for this account, with a leading zero'} | ${'01234567890'} | ${'taken'}
	${'whose account is masked'}               | ${'XXXXXX7890'}  | ${'taken'}
`('a result $given is $is', async ({ number, is }) => {
	const bankAccount = { ...ofFnb, number };
	const result = answer(200, { id: 'bav_1', bankAccount, verificationResult: {} });
	const { failure } = await perform(verifyAccount, individual, [result], { maxTries: 1 });
	expect((failure as ServiceFailure | undefined)?.details.kind ?? 'taken').toBe(is);
});
