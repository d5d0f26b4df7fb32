import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { shownFields } from './panel.mts';

const { description } = new Stitch();

/** What a node of version 1 shows that was saved with these parameters, which hold no defaults. */
function saved(parameters: Record<string, string>) {
	const shown = shownFields({ ...description, defaultVersion: 1 }, parameters);
	return {
		labels: shown.map(({ label }) => label),
		offersOf: (name: string) => shown.find(({ label }) => label === name)?.offers,
	};
}

it('a node that was saved before opens on what it was saved with', () => {
	expect(saved({ resource: 'bankAccount' }).labels).toContain('Return All');
	expect(saved({ resource: 'refund' }).labels).toContain('Terminal Session');
	expect(saved({ resource: 'refund', operation: 'getAll' }).labels).not.toContain('Refunds Of');
});

it('a node that was saved before keeps its fields where they were', () => {
	const verify = saved({ resource: 'bankAccount', operation: 'verify' });
	expect(verify.labels).not.toContain('Account Type');
	expect(verify.offersOf('Additional Fields')).toEqual([
		'Account Type',
		'Branch Code',
		'Country',
		'Email',
		'Family Name',
		'Initials',
		'Phone',
	]);
	expect(saved({ resource: 'refund', operation: 'getAll' }).offersOf('Filters')).toEqual([
		'Charge ID',
		'Nonce',
		'Terminal Session ID',
	]);
});

it('a node that was saved before takes a bank and an ID as it did', () => {
	const fieldOf = (name: string, parameters: Record<string, string>) =>
		shownFields({ ...description, defaultVersion: 1 }, parameters).find(
			({ field }) => field.name === name,
		);
	const pay = { resource: 'disbursement', operation: 'create', bank: 'fnb' };
	expect(fieldOf('bank', pay)).toMatchObject({ marked: false, field: { type: 'options' } });
	expect(saved(pay).offersOf('Options')).toContain('Type');
	expect(saved(pay).labels).not.toContain('Payout Speed');
	for (const [resource, operation, label] of [
		['disbursement', 'get', 'Disbursement ID'],
		['disbursement', 'cancel', 'Disbursement ID'],
		['paymentRequest', 'get', 'Payment Request ID'],
		['paymentRequest', 'cancel', 'Payment Request ID'],
		['paymentRequest', 'simulatePayment', 'Payment Request ID'],
	] as const) {
		const found = fieldOf('id', { resource, operation, id: '={{ $json.id }}' });
		expect(found).toMatchObject({ label, marked: false, field: { type: 'string' } });
	}
	const refund = { resource: 'refund', operation: 'create', refundOf: 'paymentRequest' };
	expect(fieldOf('paymentRequestId', refund)).toMatchObject({
		label: 'Payment Request ID',
		field: { type: 'string' },
	});
});

it('a node that was saved before has no Simplify, so its expressions read what they did', () => {
	for (const operation of ['create', 'get', 'getAll']) {
		expect(saved({ resource: 'disbursement', operation }).labels).not.toContain('Simplify');
	}
});
