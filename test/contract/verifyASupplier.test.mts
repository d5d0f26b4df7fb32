import {
	readExample,
	assignedIn,
	outputsOf,
	runCode,
	textOf,
	valueOf,
} from '../setup/examples.mts';
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

/** What the workflow continues with, of a form, where the table has these rows. */
function read(sent: Json, known: Json[] = [{}]): Json {
	const executed = { Settings: [{ ...FORM, ...sent }], 'Known Suppliers': known };
	const { $now } = contextOf({}) as { $now: unknown };
	return runCode(example, 'Read the Supplier', executed, [{}], { $now })[0]?.json ?? {};
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
		expect(read({})).toMatchObject({ registrationNumber: '2020/123456/07', isBusiness: true });
	});

	it.each([
		[{ approverEmail: 'a@example.com, b@example.com' }, 'must be exactly one email address'],
		[{ approverEmail: 'Clerk+x@example.com' }, 'a different person has to enter this one'],
		[{ supplier: ' <> ' }, 'The name is missing'],
	])('stops before a bank is asked: %j', (sent, words) => {
		expect(read(sent).complaint).toContain(words);
	});

	it.each([undefined, { email: '' }])('stops without the account of the person: %j', (user) => {
		expect(() => read({ user })).toThrow('No bank was asked');
	});

	it('puts nothing into an email that could be a link', () => {
		const evil = '<a href="http://evil.example/">x</a>';
		const { shown, bankShown, careful } = read({ supplier: evil, bank: evil }, [
			{ supplier: evil, bank: evil, accountNumber: '1', verifiedOn: evil },
		]);
		for (const text of [shown, bankShown, careful]) expect(text).not.toMatch(/[<>"/.]\w/);
	});
});

describe('what the table knows of a supplier', () => {
	const row = { supplier: 'example  trading', bank: 'FNB', accountNumber: '1234567890' };

	it('is silent about the same account', () => {
		expect(read({}, [row])).toMatchObject({ careful: '', supplier: 'example  trading' });
	});

	it('warns of a different account of the same supplier, without the whole number', () => {
		const known = { ...row, accountNumber: '9999000011', verifiedOn: '2026-01-05' };
		const { careful } = read({}, [known]);
		expect(careful).toMatch(
			/different account of this supplier: FNB, …0011, verified on 2026-01-05/,
		);
		expect(careful).not.toContain('9999000011');
		expect(read({ bank: 'Absa' }, [row]).careful).toContain('different account');
	});

	it('warns of the same account under a different name', () => {
		const { careful, supplier } = read({}, [{ ...row, supplier: 'Other (Pty) Ltd' }]);
		expect(careful).toContain('under a different name: Other (Pty) Ltd');
		expect(supplier).toBe('Example Trading');
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
