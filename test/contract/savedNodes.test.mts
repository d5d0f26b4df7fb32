import { readFileSync } from 'node:fs';
import { NodeHelpers, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { shownFields } from './panel.mts';

const { description } = new Stitch();

/** A field as version 0.1.0 had it: its type, its default, and what it offered. */
type FirstField = [type: string, standard: unknown, offers?: string];

/** All fields of version 0.1.0, by operation. They never change: workflows are saved with them. */
const firstVersion = JSON.parse(readFileSync('test/contract/firstVersion.json', 'utf8')) as Record<
	string,
	Record<string, FirstField>
>;

/** What a node of this version has under a name, whatever else is chosen in its operation. */
function fieldsNamed(
	name: string,
	type: INodeTypeDescription,
	typeVersion: number,
	chosen: Record<string, string>,
): INodeProperties[] {
	const holds = (field: INodeProperties) => {
		const { show = {}, hide = {} } = field.displayOptions ?? {};
		const named = Object.entries(show).filter(([key]) => key.startsWith('@') || key in chosen);
		const displayOptions = { show: Object.fromEntries(named), hide };
		const asked = { ...field, displayOptions };
		return NodeHelpers.displayParameter(chosen, asked, { typeVersion }, type);
	};
	return type.properties.filter((field) => field.name === name && holds(field));
}

function offersOf({ options = [] }: INodeProperties): string[] {
	return options.map((option) => ('value' in option ? String(option.value) : option.name));
}

/** What a node of version 1 shows that was saved with these parameters, which hold no defaults. */
function saved(parameters: Record<string, string>) {
	const shown = shownFields({ ...description, defaultVersion: 1 }, parameters);
	return {
		labels: shown.map(({ label }) => label),
		offersOf: (name: string) => shown.find(({ label }) => label === name)?.offers,
	};
}

it('a node that was saved before opens on what it was saved with', () => {
	// Where nobody had touched Operation, n8n has not saved it.
	expect(saved({ resource: 'card' }).labels).toContain('Card');
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

// n8n does not save what is the default, so another default would change what a saved node does.
it.each(Object.entries(firstVersion))(
	'a node that was saved before has every field, with its default and all that could be chosen: %s',
	(name, fields) => {
		const [resource = '', operation = ''] = name.split('.');
		const isTrigger = name === 'trigger';
		const [type, version, chosen] = isTrigger
			? ([new StitchTrigger().description, 1.1, {}] as const)
			: ([description, 1, { resource, operation }] as const);
		for (const [field, [kind, standard, offers = '']] of Object.entries(fields)) {
			const found = fieldsNamed(field, type, version, chosen);
			const facts = found.map((one) => ({ field, type: one.type, default: one.default }));
			expect(facts).toContainEqual({ field, type: kind, default: standard });
			expect(new Set(facts.map((one) => JSON.stringify(one))).size).toBe(1);
			const missing = offers
				.split(' ')
				.filter((one) => one !== '' && !found.flatMap(offersOf).includes(one));
			expect({ field, missing }).toEqual({ field, missing: [] });
		}
	},
);
