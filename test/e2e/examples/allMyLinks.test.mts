import { randomUUID } from 'node:crypto';
import type { SavedWorkflow } from '../../host/api.mts';
import { readPage, sendPage, submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();

describe('the example all-my-links.json', () => {
	const newReference = () => `order-${randomUUID().slice(0, 8)}`;

	async function published(): Promise<SavedWorkflow> {
		return await suite.start('all-my-links.json');
	}

	async function asked(workflow: SavedWorkflow, which: string, reference = ''): Promise<Submitted> {
		const values = [which, 'the last 31 days', reference];
		return await submitForm(suite.environment, workflow, 'all-my-links', values);
	}

	/** The page that shows the links, once the form was sent in. */
	async function links(submitted: Submitted): Promise<string> {
		await suite.pageAfter(submitted, 'Cancel One?');
		return await readPage(submitted.nextPage);
	}

	/** The last page, once one of the choices was sent in. */
	async function chosen(submitted: Submitted, choice: string, node: string): Promise<string> {
		// The first field is the table.
		expect((await sendPage(submitted.nextPage, [choice], 1)).ok).toBe(true);
		return await suite.lastPageAfter(submitted, node);
	}

	it('shows every link with what became of it, and cancels the one that is chosen', async () => {
		const [paid, open] = [newReference(), newReference()];
		await suite.records.paidPaymentRequest(paid, 89);
		const { id } = await suite.records.paymentRequest(open);
		const workflow = await published();
		const submitted = await asked(workflow, 'All');
		const page = await links(submitted);
		expect(page).toMatch(new RegExp(`1 ${open} R\\S+ Sent, not paid so far`));
		expect(page).toMatch(new RegExp(`2 ${paid} R89\\.00 Paid`));

		const [choice = ''] = new RegExp(`1: ${open}, R[\\d.]+`).exec(page) ?? [];
		expect(await chosen(submitted, choice, 'Cancelled')).toContain('The link is cancelled');
		const { paymentRequests } = await suite.client.ledger();
		expect(paymentRequests.find((one) => one.id === id)).toMatchObject({ status: 'cancelled' });

		const again = await asked(workflow, 'Expired or cancelled', open);
		const shown = await suite.lastPageAfter(again, 'The Links');
		expect(shown).toMatch(new RegExp(`Your payment links .*${open} .*Not paid: cancelled`));
		expect(shown).not.toContain(paid);
	});

	it('cancels none where none is chosen, and none that was paid since', async () => {
		const reference = newReference();
		const { id } = await suite.records.paymentRequest(reference);
		const workflow = await published();
		const first = await asked(workflow, 'Sent, not paid so far', reference);
		await links(first);
		expect(await chosen(first, 'Cancel none', 'None Cancelled')).toContain('No link was cancelled');

		const second = await asked(workflow, 'Sent, not paid so far', reference);
		const [choice = ''] = new RegExp(`1: ${reference}, R[\\d.]+`).exec(await links(second)) ?? [];
		await suite.environment.control.payer('pay', id);
		const page = await chosen(second, choice, 'Cancelled');
		expect(page).toMatch(
			/The link was not cancelled .*cannot be cancelled.*No money moved by this/,
		);
	});

	it('says on the page why the links could not be read', async () => {
		const workflow = await published();
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		const page = await suite.lastPageAfter(await asked(workflow, 'All'), 'The Links');
		expect(page).toMatch(/The links could not be read .*\S/);
		expect(page).not.toMatch(/undefined|\[item|\[object/);
	});
});
