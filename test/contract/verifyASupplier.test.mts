import { readExample, assignedIn, outputsOf, setBy, textOf, valueOf } from '../setup/examples.mts';
import type { Json } from '../setup/examples.mts';
import { bankOptions, verificationBanks } from '../../nodes/Stitch/schemas/bank';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { optionValues } from './fields.mts';
import { contextOf } from './decisions.mts';

const example = readExample('verify-a-supplier.json');
const nodeOf = (name: string) => example.nodes.find((node) => node.name === name);

const FORM = {
	...{ supplier: 'Example Trading', kind: 'A business', number: '2020/123456/07', initials: '' },
	...{ bank: 'FNB', accountNumber: '123 456-7890', accountType: 'Current' },
	...{ user: { email: 'clerk@example.com' }, approverEmail: 'boss@example.com' },
};

/** What the workflow continues with, of a form. */
function read(sent: Json): Json {
	const { $now } = contextOf({}) as { $now: unknown };
	return setBy(example, 'Read the Supplier', { $json: { ...FORM, ...sent }, $now });
}

/** What is said of an answer of the bank. */
function said(answer: Json): Json {
	const fields = ['said', 'title', 'advice', 'isConfirmed'];
	const value = (field: string) =>
		valueOf(assignedIn(example, 'What the Bank Says', field), { $json: answer });
	return Object.fromEntries(fields.map((field) => [field, value(field)]));
}

/** The choices of a field of the form. */
const offered = (field: string) => {
	const { values } = nodeOf('New Supplier')?.parameters.formFields as {
		values: Array<{ fieldName: string; fieldOptions: { values: Array<{ option: string }> } }>;
	};
	const found = values.find(({ fieldName }) => fieldName === field);
	return found?.fieldOptions.values.map(({ option }) => option);
};

describe('the form for a supplier', () => {
	it('offers the banks that can be asked, by their names', () => {
		expect(offered('bank')).toEqual(bankOptions(verificationBanks).map(({ name }) => name));
	});

	it('offers the account types that the bank compares', () => {
		const field = new Stitch().description.properties.find(({ name }) => name === 'accountType');
		const types = field && optionValues(field).filter((type) => type !== 'unknown');
		expect(
			offered('accountType')
				?.map((type) => type.toLowerCase())
				.sort(),
		).toEqual(types?.sort());
	});

	it('leaves an ID number without its spaces, and a registration number as it is', () => {
		expect(read({ number: '900101 0000 080' }).documentNumber).toBe('9001010000080');
		expect(read({})).toMatchObject({ registrationNumber: '2020/123456/07' });
	});

	it.each([
		['A business', 'business'],
		['A person', 'individual'],
	])('asks the bank about %s', (kind, holderType) => {
		expect(read({ kind }).holderType).toBe(holderType);
	});

	it('says on the page who the two people are, and what to set where n8n does not know one', () => {
		const known = { 'Read the Supplier': [{ requester: '', approver: '<b>' }] };
		const $ = (name: string) => ({ ...outputsOf(known)(name), params: { options: {} } });
		const page = textOf(nodeOf('Not Two People')?.parameters.completionMessage, { $ });
		expect(page).toMatch(/no address[^]*&#60;b&#62;[^]*Set Authentication of “New Supplier”/);
	});

	it('puts nothing into an email that could be a link', () => {
		const evil = '<a href="http://evil.example/">x</a>';
		const { shown, bankShown } = read({ supplier: evil, bank: evil });
		const known = inTable({ supplier: evil, bank: evil, accountNumber: '1', verifiedOn: evil });
		for (const text of [shown, bankShown, known]) expect(text).not.toMatch(/[<>"/.]\w/);
	});
});

/** What is said of rows of the table with the same name or account. */
function inTable(...rows: Json[]): string {
	const $ = outputsOf({ 'Name or Account Known': rows });
	return String(valueOf(assignedIn(example, 'What the Bank Says', 'known'), { $ }));
}

describe('what the table knows of a supplier', () => {
	const row = {
		...{ supplier: 'EXAMPLE Trading', bank: 'FNB' },
		...{ accountNumber: '9999000011', verifiedOn: '2026-01-05' },
	};

	it('is shown as it is, without the whole number', () => {
		expect(inTable(row, { ...row, supplier: 'Other' })).toMatch(
			/^Already in the table: EXAMPLE Trading, FNB, …0011, verified on 2026-01-05; Other, FNB, …0011/,
		);
		expect(inTable(row)).not.toContain(row.accountNumber);
	});

	it('is nothing where the table has neither', () => {
		expect(inTable({})).toBe('');
	});

	it('is shown to the one who enters and to the one who approves', () => {
		for (const name of ['Ask for It?', 'Ask the Approver']) {
			const text = JSON.stringify(nodeOf(name)?.parameters);
			expect(text).toContain("$('What the Bank Says').first().json.known");
		}
	});

	it.each([
		['its row is replaced, whatever its capitals', [row], 'EXAMPLE Trading'],
		['a new one gets a row', [{}], 'Example Trading'],
		['one of the same account keeps its row', [{ ...row, supplier: 'Other' }], 'Example Trading'],
	])('%s', (_what, rows, key) => {
		const { filters } = nodeOf('Note the Supplier')?.parameters as {
			filters: { conditions: Array<{ keyValue: string }> };
		};
		const $ = outputsOf({ 'Name or Account Known': rows, 'Read the Supplier': [read({})] });
		expect(filters.conditions.map(({ keyValue }) => valueOf(keyValue, { $ }))).toEqual([key]);
	});
});

describe('the answer of the bank', () => {
	it.each([
		[{ outcome: 'verified', acceptsCredits: true }, true, 'The bank confirms this account'],
		[{ outcome: 'verified', acceptsCredits: null }, true, 'The bank confirms this account'],
		[{ outcome: 'verified', acceptsCredits: false }, false, 'cannot be paid at the moment'],
		[{ outcome: 'refuted' }, false, 'does not confirm this account'],
		[{ outcome: 'indeterminate' }, false, 'could not check everything'],
		[{ outcome: 'pending' }, false, 'still checking'],
		[{ error: 'No access', outcome: 'verified' }, false, 'could not be asked'],
	])('%j', (answer, isConfirmed, title) => {
		const result = said(answer);
		expect(result.isConfirmed).toBe(isConfirmed);
		expect(result.title).toContain(title);
	});

	it('says what to do next', () => {
		expect(said({ outcome: 'pending' }).advice).toContain('not billed again');
		expect(said({ outcome: 'refuted' }).advice).toContain('a number that you already had');
		expect(said({ error: 'x', details: { howToFix: 'Add it.' } }).advice).toBe('Add it.');
	});
});

describe('the end', () => {
	const supplier = {
		shown: 'Example',
		bankShown: 'FNB',
		end: '…7890',
		approver: 'boss@example.com',
	};
	const mail = (node: string, $json: Json) => {
		const $ = outputsOf({ 'Read the Supplier': [supplier] });
		return textOf(nodeOf(node)?.parameters.text, { $, $json });
	};

	it('says whether the account is in the table', () => {
		expect(mail('Email: Noted', { supplier: 'Example' })).toContain('It is in the table');
		expect(mail('Email: Noted', { error: { message: 'Locked.' } })).toMatch(
			/could not be written into the table stitch-suppliers: Locked\. Add its row yourself\./,
		);
	});

	it.each([
		[{}, 'has not answered within three days'],
		[{ data: { 'Your decision': 'Decline: note nothing' } }, 'has declined it'],
		[{ data: { 'Your decision': 'Approve: note this account' } }, 'did not match three times'],
	])('says why it is not: %j', ($json, words) => {
		const text = mail('Email: Not Approved', $json);
		expect(text).toContain(words);
		expect(text).toContain('Do not pay this account.');
	});

	it('shows a whole account number on no page and in no email', () => {
		for (const { type, parameters } of example.nodes) {
			if (/\.(form|emailSend)$/.test(type)) {
				expect(JSON.stringify(parameters)).not.toContain('json.accountNumber');
			}
		}
	});
});
