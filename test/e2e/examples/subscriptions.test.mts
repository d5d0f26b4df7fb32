import { randomUUID } from 'node:crypto';
import type { SavedWorkflow } from '../../host/api.mts';
import { until } from '../support/until.mts';
import { outputOf } from '../support/workflows.mts';
import { submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { save, start } = suite;

/** Presses a button of a page of the service. Returns the address that it sends the payer to. */
async function press(page: string, action: string): Promise<string> {
	const answer = await fetch(page, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ action }),
	});
	return answer.headers.get('location') ?? '';
}

/** A member who has filled in the form, and what the mail with the link says. */
async function invited(workflow: SavedWorkflow) {
	const member = randomUUID().slice(0, 6);
	const email = `${member}@example.com`;
	await submitForm(suite.environment, workflow, 'subscription-sign-up', [
		member,
		'N Dlamini',
		email,
	]);
	const { text } = await suite.mailbox.next(({ to }) => to === email);
	await until(async () =>
		(await suite.environment.api.executions(workflow.id)).find(
			({ status }) => status === 'waiting',
		),
	);
	return { member, email, page: /https?:\S+/.exec(text)?.[0] ?? '' };
}

/** Runs the monthly workflow as if it were morning. */
async function nextMorning(workflow: SavedWorkflow) {
	const { api } = suite.environment;
	const run = await api.finished(await api.run(workflow, 'Every Morning'));
	expect(run.data.resultData.error).toBeUndefined();
	return run;
}

describe('the examples subscription-sign-up.json and subscriptions.json', () => {
	it('sign a member up with the first month, and charge no month twice', async () => {
		const { member, page } = await invited(await start('subscription-sign-up.json'));
		const shown = await (await fetch(await press(page, 'grant'))).text();
		expect(shown).toContain('You have agreed');
		await suite.mailbox.next(({ subject }) => subject === `New member: ${member}`);
		const { consents, charges } = await suite.client.ledger();
		expect(consents).toMatchObject([
			{ externalReference: `subscription-${member}`, status: 'granted' },
		]);
		const month = charges[0]?.externalReference;
		expect([month, charges]).toMatchObject([
			expect.stringMatching(new RegExp(`^${member}-\\d{4}-\\d{2}$`)),
			[{ state: 'success' }],
		]);

		const monthly = await save('subscriptions.json');
		for (let morning = 0; morning < 2; morning++) {
			const run = await nextMorning(monthly);
			const mine = outputOf(run, 'Charge').filter(({ json }) => json.externalReference === month);
			expect(mine.map(({ json }) => json)).toMatchObject([
				{ status: 'success', alreadyExisted: true },
			]);
		}
		expect((await suite.client.summary()).charges).toBe(1);
	});

	it('send a link to who could not be charged, once, and tell of a consent that is revoked', async () => {
		const { environment, client, mailbox } = suite;
		// The cents decide: a charge of .51 fails for want of money.
		const { member, email, page } = await invited(await start('subscription-sign-up.json'));
		await fetch(await press(page, 'grant'));
		await mailbox.next(({ subject }) => subject === `New member: ${member}`);
		const [consent] = (await client.ledger()).consents;
		const monthly = await start('subscriptions.json', undefined, (each) =>
			each.name === 'Charge'
				? {
						...each,
						parameters: {
							...each.parameters,
							amount: '99.51',
							externalReference: `={{ $json.reference }}-next`,
						},
					}
				: each,
		);
		await nextMorning(monthly);
		const { text } = await mailbox.next(({ to }) => to === email);
		expect(text).toContain('/pay/');
		await nextMorning(monthly);
		expect(await client.summary()).toMatchObject({ charges: 2, paymentRequests: 1 });

		await environment.control.consent('revoke', consent?.id ?? '');
		await mailbox.next(({ subject }) => subject.includes(`(${member}): the consent is revoked`));
		await nextMorning(monthly);
		expect((await client.summary()).charges).toBe(2);
	});
});
