import { DateTime } from 'luxon';

import { assignedIn, readExample, valueOf, type Json } from '../setup/examples.mts';

const example = readExample('payment-reminders.json');
const nodeOf = (name: string) => example.nodes.find((node) => node.name === name)?.parameters;

const ROW = { reference: 'order-1', amount: 60, links: 1, sentOn: '2026-11-20', remindedOn: null };
const PAYMENT = { externalReference: 'order-1', amount: 60, status: 'pending' };
const SETTINGS = { remindAfterDays: 3, linksPerRow: 2 };

/** What expressions find, on a day. */
function context($json: Json, row: Json, day = '2026-11-28'): object {
	const outputs: Record<string, Json> = { Row: row, Settings: SETTINGS };
	const $ = (name: string) => {
		const item = { json: outputs[name] };
		return { item, first: () => item };
	};
	return { $json, $, $now: DateTime.fromISO(`${day}T09:00:00`, { zone: 'Africa/Johannesburg' }) };
}

/** Which way a row goes with the payment of its link. */
function wayOf(payment: Json, row: Json = {}, day?: string): string {
	const { values } = nodeOf('What Now?')?.rules as {
		values: Array<{ outputKey: string; conditions: { conditions: [{ leftValue: string }] } }>;
	};
	const given = context({ ...PAYMENT, ...payment }, { ...ROW, ...row }, day);
	const isSo = ({ conditions: { conditions } }: (typeof values)[number]) =>
		valueOf(conditions[0].leftValue, given) === true;
	return values.find(isSo)?.outputKey ?? 'Not Paid';
}

describe('a row of payment reminders', () => {
	/** The row as the workflow goes on with it, and the rows of the table. */
	function read(row: Json, table: Json[] = [row]): Json {
		const $ = () => ({ all: () => table.map((json) => ({ json })) });
		const $now = DateTime.fromISO('2026-11-27T22:30:00Z');
		const { assignments } = nodeOf('Row')?.assignments as {
			assignments: Array<{ name: string; value: string }>;
		};
		const given = { $, $json: row, $now };
		return Object.fromEntries(assignments.map(({ name, value }) => [name, valueOf(value, given)]));
	}

	it('is read without spaces around what was typed, on the day in South Africa', () => {
		const row = { reference: ' order-1 ', email: ' a@example.com ', amount: 60.5, links: null };
		expect(read(row)).toEqual({
			...{ reference: 'order-1', email: 'a@example.com', amount: 60.5, links: 0 },
			...{ today: '2026-11-28', alike: 1 },
		});
	});

	it('counts the links that it had, one at least where it has an ID', () => {
		expect(read({ paymentRequestId: 'p' }).links).toBe(1);
		expect(read({ paymentRequestId: 'p', links: 2 }).links).toBe(2);
		expect(read({})).toMatchObject({ reference: '', email: '', amount: 0, links: 0 });
	});

	it('is not alone with its reference where another has it, however written, open or closed', () => {
		const row = { reference: 'order-1' };
		const other = { reference: ' ORDER-1', status: 'paid' };
		expect(read(row, [row, other, { reference: 'order-10' }]).alike).toBe(2);
	});
});

describe('a row of payment reminders with a link', () => {
	it.each([
		[{ status: 'completed' }, {}, 'Paid'],
		[{ status: 'manually_completed' }, {}, 'Paid'],
		[{}, {}, 'Remind'],
		[{}, { remindedOn: '2026-11-23' }, 'Wait'],
		[{}, { sentOn: '2026-11-26' }, 'Wait'],
		[{ status: 'expired' }, {}, 'New Link'],
		[{ status: 'expired' }, { links: 2 }, 'Not Paid'],
		[{ status: 'cancelled' }, {}, 'Not Paid'],
		[{ status: 'new-at-stitch' }, {}, 'Wait'],
		[{ status: null }, {}, 'Wait'],
	])('with a payment of %j, and %j, goes the way %s', (payment, row, way) => {
		expect(wayOf(payment, row)).toBe(way);
	});

	it('is paid by its own amount under its own reference, and by no other', () => {
		for (const payment of [
			{ amount: 59.99 },
			{ amount: 60.01 },
			{ amount: null },
			{ externalReference: 'order-2' },
			{ externalReference: null },
		]) {
			for (const status of ['completed', 'manually_completed', 'pending']) {
				expect([payment, wayOf({ ...payment, status })]).toEqual([payment, 'Another Payment']);
			}
		}
		expect(wayOf({ amount: 0.3, status: 'completed' }, { amount: 0.1 + 0.2 })).toBe('Paid');
	});

	it('takes a link of the amount that its row has now, when the first has expired', () => {
		expect(wayOf({ status: 'expired' }, { amount: 80 })).toBe('New Link');
	});
});

describe('a new row of payment reminders', () => {
	it('that was paid before says how to close the row, and else what to do about the refusal', () => {
		const told = ($json: Json) => {
			const [{ value }] = (
				nodeOf('Stitch Refused')?.assignments as { assignments: [{ value: string }] }
			).assignments;
			return valueOf(value, context($json, ROW));
		};
		const error = 'It was paid on 21 November 2026, so no link was created';
		const details = { kind: 'alreadySent', howToFix: 'Do this.' };
		expect(told({ error, details })).toBe(
			`order-1: no email was sent. ${error}. If that payment is for this row, write \`paid\` into its status. If not, enter a new reference for the row.`,
		);
		expect(told({ error, details: { ...details, kind: 'notSent' } })).toMatch(/created. Do this.$/);
	});

	it('has a reference of its own among all rows, those that are closed included', () => {
		const rows = ['order-1', ' Order-1 ', 'order-2', null].map((reference) => ({
			json: { reference },
		}));
		const $ = (name: string) => ({ all: () => (name === 'All Rows' ? rows : rows.slice(2)) });
		const alike = (reference: unknown) =>
			valueOf(assignedIn(example, 'Row', 'alike'), { $json: { reference }, $ });
		expect(alike('order-1')).toBe(2);
		expect(alike('order-2')).toBe(1);
	});
});
