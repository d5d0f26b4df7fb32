import { DateTime } from 'luxon';
import type { SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import { NOON_ZONE } from '../../setup/noon.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import { outputOf } from '../support/workflows.mts';
import { memberSuite, press } from './members.mts';

const { suite, save, start, fillIn, invited, signedUp, told, nextMorning } = memberSuite('monthly');

/** Fills in the form a second time, with a new card; returns what the business is told. */
async function signedUpAgain(workflow: SavedWorkflow, member: string) {
	await fillIn(workflow, member);
	return await told(`Not invited: ${member} is already in the table`);
}

/** The workflow as it runs when it dies before one of its nodes. */
const diesBefore = (name: string) => (node: WorkflowNode) =>
	node.name === name ? { ...node, disabled: true } : node;

/** The workflow with another amount: its cents decide what becomes of a charge. */
const charging = (amount: string) => (node: WorkflowNode) =>
	node.name === 'Charge' ? { ...node, parameters: { ...node.parameters, amount } } : node;

describe('the examples subscription-sign-up.json and subscriptions.json', () => {
	it('sign a member up with the first month, and charge no month twice', async () => {
		const { client } = suite;
		const { member, email } = await signedUp(await start('subscription-sign-up.json'));
		const { consents, charges } = await client.ledger();
		expect(consents).toMatchObject([
			{ externalReference: `subscription-${member}`, status: 'granted' },
		]);
		expect(charges).toMatchObject([
			{
				state: 'success',
				externalReference: expect.stringMatching(new RegExp(`^${member}-\\d{4}-\\d{2}$`)),
			},
		]);
		expect((await nextMorning(await save('subscriptions.json'), member)).due).toBe(0);

		const next = { month: 'next' };
		const dies = await save('subscriptions.json', next, diesBefore('Note the Charge'));
		// It has died on the last morning of the month.
		const monthly = await save('subscriptions.json', { month: 'later' });
		const mornings = [];
		for (const each of [dies, monthly, monthly, monthly]) {
			mornings.push(await nextMorning(each, member));
		}
		expect(mornings.map(({ due }) => due)).toEqual([1, 1, 1, 0]);
		const answers = mornings.flatMap((morning) => morning.answers);
		const first = { id: expect.any(String), externalReference: `${member}-next` };
		expect(answers).toMatchObject([
			{ ...first, status: 'success', alreadyExisted: false },
			// Not `alreadyExisted`, which is null where two runs follow each other within seconds.
			{ id: answers[0]?.id },
			{ externalReference: `${member}-later`, status: 'success', alreadyExisted: false },
		]);
		expect((await client.summary()).charges).toBe(3);
		const today = DateTime.now().setZone(NOON_ZONE).toISODate();
		const booked = await rowsOfTable(suite.environment, 'stitch-monthly-charges');
		expect(
			booked.map(({ reference, amount, chargedOn }) => [reference, amount, chargedOn]),
		).toEqual([
			[expect.stringMatching(new RegExp(`^${member}-\\d{4}-\\d{2}$`)), 99, today],
			[`${member}-next`, 99, today],
			[`${member}-later`, 99, today],
		]);
		for (const month of ['next', 'later']) {
			const receipt = await suite.mailbox.next(
				({ to, subject }) => to === email && subject.endsWith(`-${month}`),
			);
			expect(receipt.text).toMatch(/charged R99\.00 for your membership/);
		}
	});

	it('ask a member to confirm the first month, which is then looked up and not charged again', async () => {
		const { environment, client, mailbox } = suite;
		// The cents decide: a charge of .33 waits for the payer.
		const signUp = await start('subscription-sign-up.json', { price: '99.33' });
		const { member, email, page } = await invited(signUp);
		await fetch(await press(page, 'grant'));
		expect(await told(`Not charged yet: ${member}`)).toContain('is pending');
		const { text } = await mailbox.next(({ to }) => to === email);
		const [charge] = (await client.ledger()).charges;
		expect(text).toMatch(/https?:/);

		await environment.control.setChargeState(charge?.id ?? '', 'success');
		const monthly = await save('subscriptions.json');
		expect((await nextMorning(monthly, member)).due).toBe(1);
		expect((await nextMorning(monthly, member)).due).toBe(0);
		expect((await client.summary()).charges).toBe(1);
	});

	it('send one link to a member whose charge fails later, and do not charge a member who may pay by it', async () => {
		const { environment, client, mailbox } = suite;
		const signUp = await start('subscription-sign-up.json');
		const { member, email, row } = await signedUp(signUp);
		const pending = charging('99.33');
		const monthly = await save('subscriptions.json', { month: 'next' }, pending);
		await nextMorning(monthly, member);
		await nextMorning(monthly, member);
		await told(`Still pending: ${row}`);
		expect((await client.summary()).paymentRequests).toBe(0);

		const charge = (await client.ledger()).charges.find(({ state }) => state === 'pending');
		await environment.control.setChargeState(charge?.id ?? '', 'failure', 'insufficientFunds');
		// It has failed when the month is over.
		const month = { month: 'later' };
		const dies = await save('subscriptions.json', month, (node) =>
			diesBefore('Note: Not Charged')(pending(node)),
		);
		await nextMorning(dies, member);
		const { text } = await mailbox.next(({ to }) => to === email);
		expect(text).toContain('/pay/');
		await nextMorning(monthly, member);
		expect(await told(`Please check the link: ${row}`)).toContain(`${member}-next-link`);
		expect(await client.summary()).toMatchObject({ charges: 2, paymentRequests: 1 });
		expect((await nextMorning(monthly, member)).due).toBe(0);

		const last = await save('subscriptions.json', { month: 'last' }, charging('99.51'));
		await nextMorning(last, member);
		await mailbox.next(({ to }) => to === email);
		expect((await nextMorning(last, member)).due).toBe(0);

		const [link] = (await client.ledger()).paymentRequests;
		expect(await signedUpAgain(signUp, member)).toContain('nothing was charged');
		await environment.control.payer('pay', link?.id ?? '');
		await signedUpAgain(signUp, member);
		expect((await nextMorning(last, member)).due).toBe(0);
		expect(await client.summary()).toMatchObject({ charges: 3, paymentRequests: 2 });
	});

	it('report a possible charge or payment and a revoked consent, but not a late event', async () => {
		const { environment, client, mailbox } = suite;
		// Each member's charge is looked up before it is sent: here the first look-up is this member's.
		await fillTable(environment, 'stitch-monthly-members', []);
		const { member, row } = await signedUp(await start('subscription-sign-up.json'));
		const [consent] = (await client.ledger()).consents;
		const monthly = await start('subscriptions.json', { month: 'next' });
		const afterTheFirst = Array.from({ length: 100 }, (_, index) => index + 2);
		await client.addFaults(
			{ kind: 'graphql-error', processed: true, match: { operation: 'initiateTransaction' } },
			{
				kind: 'graphql-error',
				match: { operation: 'Charges' },
				requests: afterTheFirst,
			},
		);
		await nextMorning(monthly, member);
		expect(await told(`Please check: ${row}`)).toContain('may have been charged');
		await client.clearFaults();
		const { charges } = await client.ledger();
		const begun = charges.find(({ externalReference }) => externalReference === `${member}-next`);
		await environment.control.setChargeState(begun?.id ?? '', 'failure', 'capitecDuplicatePayment');
		expect((await nextMorning(monthly, member)).due).toBe(1);
		expect(await told(`Please check: ${row} may have paid`)).toContain('No payment link was sent');
		expect((await nextMorning(monthly, member)).due).toBe(0);
		expect(await client.summary()).toMatchObject({ charges: 2, paymentRequests: 0 });

		const type = 'payment-consent-request';
		await client.sendEvent(type, { type, data: { id: consent?.id, status: 'PAUSED' } });
		const { id: lateId } = await until(
			'an execution that the event has started',
			async () => await environment.api.executions(monthly.id),
			(runs) => runs.find(({ mode, status }) => mode === 'webhook' && status === 'success'),
		);
		const late = await environment.api.execution(lateId);
		expect(outputOf(late, 'Table of Subscriptions')).toHaveLength(1);
		expect(late.data.resultData.runData).not.toHaveProperty('Note the Status');

		await environment.control.consent('revoke', consent?.id ?? '');
		await mailbox.next(({ subject }) => subject.includes(`(${member}): the consent is revoked`));
		const later = await save('subscriptions.json', { month: 'later' });
		expect((await nextMorning(later, member)).due).toBe(0);
		expect((await client.summary()).charges).toBe(2);
	});

	it('report in one email all members who could not be charged for the same reason', async () => {
		const { environment, client, mailbox } = suite;
		const row = (reference: string) => ({
			...{ reference, name: 'N Dlamini', email: `${reference}@example.com`, amount: 99 },
			...{ consentId: 'unknown', status: 'active' },
		});
		const monthly = await save('subscriptions.json', { month: 'all' });
		// It creates the table.
		await suite.run(monthly, 'Every Morning');
		await fillTable(environment, 'stitch-monthly-members', [row('ALL-1'), row('ALL-2')]);
		await client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		await suite.run(monthly, 'Every Morning');
		const { subject, text } = await mailbox.next((mail) => mail.text.includes('ALL-1-all'));
		expect(subject).toBe('Please check: 2 members');
		expect(text).toMatch(/- N Dlamini \(ALL-1\), ALL-1-all\n- N Dlamini \(ALL-2\), ALL-2-all/);
		await fillTable(environment, 'stitch-monthly-members', []);
	});
});
