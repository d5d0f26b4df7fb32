import type { IDataObject } from 'n8n-workflow';

import { Records } from '../e2e/support/records.mts';
import { Polled } from './polled.mts';
import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const scopes = [
	'client_disbursement',
	'client_paymentrequest',
	'client_refund',
	'client_terminal_session',
];

const service = simulatedService();

const minute = 60_000;

/** A workflow that looks for these events, and what puts records into the service. */
async function published(events: string[], options: IDataObject = {}) {
	const workflow = new Polled(service.credential(scopes));
	workflow.parameters = { events, options };
	const first = await workflow.publish();
	const { client, simulator } = service;
	const records = new Records({ control: simulator.control, service: simulator }, client);
	return { workflow, first, records, control: simulator.control };
}

const namesOf = (changes: IDataObject[]) => changes.map(({ event }) => event);

/** The requests of GraphQL that were sent. */
async function asked(): Promise<number> {
	const { requests } = await service.client.ledger();
	return requests.filter(({ path }) => path.endsWith('/graphql')).length;
}

describe('a poll', () => {
	it('reports a payment request when it is paid, and again when the money is there', async () => {
		const { workflow, records, control } = await published([
			'paymentRequest.pending',
			'paymentRequest.completed',
			'paymentConfirmation.received',
		]);
		const { id } = await records.paymentRequest('order-1');
		expect(namesOf(await workflow.poll())).toEqual(['paymentRequest.pending']);
		await control.payer('pay', id);
		expect(namesOf(await workflow.poll())).toEqual(['paymentRequest.completed']);
		expect(await workflow.poll()).toEqual([]);
		await control.advance(2 * minute);
		const received = await workflow.poll();
		expect(namesOf(received)).toEqual(['paymentConfirmation.received']);
		expect(received[0]).toMatchObject({
			resource: 'paymentRequest',
			id,
			externalReference: 'order-1',
			amount: { quantity: 100, currency: 'ZAR' },
			changeKey: `paymentConfirmation.received/${id}`,
		});
		expect(await workflow.poll()).toEqual([]);
	});

	it('reports one that was completed manually, and one that was cancelled', async () => {
		const { workflow, records, control } = await published([
			'paymentRequest.cancelled',
			'paymentRequest.completed',
			'paymentRequest.manually_completed',
		]);
		const byHand = await records.paymentRequest('by hand');
		await control.completeByHand(byHand.id);
		await records.cancelPaymentRequest(await records.paymentRequest('cancelled'));
		expect(namesOf(await workflow.poll()).sort()).toEqual([
			'paymentRequest.cancelled',
			'paymentRequest.manually_completed',
		]);
	});

	it('reports each status of a payout that it finds, and only the last of two', async () => {
		const { workflow, records, control } = await published([
			'disbursement.paused',
			'disbursement.submitted',
			'disbursement.completed',
			'disbursement.reversed',
		]);
		const { id } = await records.pausedDisbursement('salary-1');
		expect(namesOf(await workflow.poll())).toEqual(['disbursement.paused']);
		await control.setDisbursementStatus(id, 'submitted');
		await control.setDisbursementStatus(id, 'completed');
		expect(namesOf(await workflow.poll())).toEqual(['disbursement.completed']);
		await control.reverseDisbursement(id, 'account_closed');
		const [reversed] = await workflow.poll();
		expect(reversed).toMatchObject({
			event: 'disbursement.reversed',
			statusReason: 'account_closed',
			nonce: 'salary-1',
		});
	});

	it('reports the refund of a payment request, and a card payment at the till', async () => {
		const { workflow, records, control } = await published([
			'refund.pending',
			'refund.completed',
			'terminalSession.success',
			'terminalSession.failure',
		]);
		const paid = await records.paidPaymentRequest('order-2');
		await runStitch({
			parameters: {
				resource: 'refund',
				operation: 'create',
				refundOf: 'paymentRequest',
				paymentRequestId: paid.id,
				amount: '40.00',
				reason: 'requested_by_customer',
				nonceSource: 'itemContent',
				beneficiaryReference: 'Refund',
			},
			credential: service.credential(scopes),
			rows: [{}],
		});
		const { id } = await records.paidTerminalSession('till-1');
		const told = await workflow.poll();
		expect(namesOf(told).sort()).toEqual(['refund.pending', 'terminalSession.success']);
		expect(told.find(({ resource }) => resource === 'refund')).toMatchObject({
			externalReference: 'order-2',
			amount: { quantity: 40, currency: 'ZAR' },
		});
		expect(told.find(({ resource }) => resource === 'terminalSession')).toMatchObject({
			id,
			externalReference: 'till-1',
			amount: { quantity: 100, currency: 'ZAR' },
		});
		await control.advance(5 * minute);
		expect(namesOf(await workflow.poll())).toEqual(['refund.completed']);
	});
});

it('continues where it left off when it is published again after quiet polls, with more events than before', async () => {
	const { workflow, records, control } = await published(['paymentRequest.expired']);
	const saved = structuredClone(workflow.saved);
	const { id } = await records.paymentRequest('order-1');
	await control.payer('pay', id);
	expect(await workflow.poll()).toEqual([]);
	// n8n has saved nothing since.
	expect(workflow.saved).toEqual(saved);
	workflow.parameters = { ...workflow.parameters, events: ['paymentRequest.completed'] };
	expect(await workflow.publish('update')).toEqual([]);
	await control.advance(1000);
	const later = await records.paymentRequest('order-2');
	await control.payer('pay', later.id);
	expect(await workflow.poll()).toMatchObject([{ id: later.id }]);
});

describe('a service that is in trouble', () => {
	it('is asked again, and nothing is lost', async () => {
		const { workflow, records, control } = await published(['disbursement.completed']);
		const { id } = await records.disbursement('salary-1');
		await control.setDisbursementStatus(id, 'completed');
		await service.client.addFaults({
			match: { path: '/graphql', operation: 'Changes' },
			kind: 'status',
			status: 503,
			requests: [1],
		});
		const before = await asked();
		expect(await workflow.poll()).toMatchObject([{ id }]);
		expect((await asked()) - before).toBe(2);
		expect(workflow.log).toHaveLength(1);
	});
});

it('is not published where n8n would start the workflow with an empty item', async () => {
	const workflow = new Polled(service.credential(scopes));
	workflow.settings = { alwaysOutputData: true };
	await expect(workflow.publish()).rejects.toThrow("'Always Output Data' would start");
	expect(await asked()).toBe(0);
});

it('keeps the clients apart when the credential is replaced', async () => {
	const { workflow, records, control } = await published(['disbursement.completed']);
	const { id } = await records.disbursement('salary-1');
	await control.setDisbursementStatus(id, 'completed');
	const other = await control.createClient();
	const elsewhere = new Records({ control, service: service.simulator }, other);
	const theirs = await elsewhere.disbursement('salary-2');
	await control.setDisbursementStatus(theirs.id, 'completed');
	workflow.credential = {
		...service.credential(scopes),
		clientId: other.clientId,
		clientSecret: other.clientSecret,
	};
	expect(await workflow.publish('update')).toEqual([]);
	expect(workflow.log[1]).toContain('reports disbursement.completed from');
	await control.advance(1000);
	const next = await elsewhere.disbursement('salary-3');
	await control.setDisbursementStatus(next.id, 'completed');
	expect(await workflow.poll()).toMatchObject([{ id: next.id }]);
});
