import { knownHolder } from '../../simulator/verification/knownHolder.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import { answerBehind, readPage, sendPage, submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';
import { askedBy } from './refundWithApproval.mts';

const APPROVE = 'Approve: note this account';
const TABLE = 'stitch-suppliers';
const { businessName, registrationNumber } = knownHolder;
const ACCOUNT = '1234567890';

const suite = exampleSuite();

describe('the example verify-a-supplier.json', () => {
	/** The form, sent in with the supplier whom the bank knows, and with these rows in the table. */
	async function entered({ number = registrationNumber, account = ACCOUNT } = {}) {
		const { email } = suite.environment.owner;
		const settings = { approverEmail: 'boss@example.com' };
		const workflow = await suite.start('verify-a-supplier.json', settings, (node) =>
			askedBy(email, node),
		);
		const values = [businessName, 'A business', number, '', 'FNB', account, 'Current'];
		return await submitForm(suite.environment, workflow, 'new-supplier', values);
	}

	/** Presses the button of the second page. @returns what the page showed */
	async function approverAsked(submitted: Submitted): Promise<string> {
		await suite.pageAfter(submitted, 'Ask for It?');
		const page = await readPage(submitted.nextPage);
		expect((await sendPage(submitted.nextPage, [])).ok).toBe(true);
		return page;
	}

	async function request(before = '') {
		const about = before === '' ? `Supplier ${businessName}` : before;
		const mail = await suite.mailbox.next(({ subject }) => subject.startsWith(about));
		expect(mail.to).toBe('boss@example.com');
		const code = /Your code: (?:<[^>]*>)*([0-9a-f]{8})\b/.exec(mail.html)?.[1] ?? '';
		return { ...mail, code, page: mail.links.find((link) => link.includes('signature=')) ?? '' };
	}

	const outcome = async (subject: string) => {
		const mail = await suite.mailbox.next((one) => one.subject.startsWith(subject));
		expect(mail.to).toBe(suite.environment.owner.email);
		return mail.text;
	};

	it('notes an account that the bank confirms, once a second person has the number from a call', async () => {
		const page = await approverAsked(await entered());
		expect(page).toMatch(/The bank confirms this account .*FNB, …7890/);
		const first = await request();
		expect(first.html).toContain('Call the supplier on a number that you already had');
		expect(first.html).not.toContain(ACCOUNT);
		await answerBehind(first.page, APPROVE, '1234567891', first.code);

		const second = await request('The code or the account number did not match');
		expect(await rowsOfTable(suite.environment, TABLE)).toEqual([]);
		await answerBehind(second.page, APPROVE, '123 456 7890', second.code);
		expect(await outcome(`Noted: the account of ${businessName}`)).toContain('…7890');
		expect(await rowsOfTable(suite.environment, TABLE)).toMatchObject([
			{
				supplier: businessName,
				bank: 'FNB',
				accountNumber: ACCOUNT,
				approvedBy: 'boss@example.com',
			},
		]);
	});

	it('shows that a known supplier has a new account, and leaves the table as it is when declined', async () => {
		const known = {
			supplier: businessName.toUpperCase(),
			bank: 'Absa',
			accountNumber: '9876543210',
		};
		await fillTable(suite.environment, TABLE, [{ ...known, verifiedOn: '2026-01-05' }]);
		const shown = `Already in the table: ${businessName.toUpperCase()}, Absa, …3210, verified on 2026-01-05`;
		expect(await approverAsked(await entered())).toContain(shown);
		const asked = await request();
		expect(asked.html).toContain(shown);
		await answerBehind(asked.page, 'Decline: note nothing', '', asked.code);
		expect(await outcome(`Not approved: the account of ${businessName}`)).toContain('has declined');
		expect(await rowsOfTable(suite.environment, TABLE)).toMatchObject([known]);
	});

	it('asks nobody where the bank does not confirm the account, and says why', async () => {
		const submitted = await entered({ number: '2020/123456/07' });
		const page = await suite.lastPageAfter(submitted, 'Not Confirmed');
		expect(page).toMatch(
			/The bank does not confirm this account .*Registration Number.*Do not pay/,
		);
	});

	it('says on the page what is wrong with what was entered', async () => {
		const page = await suite.lastPageAfter(await entered({ account: '12' }), 'Not Confirmed');
		expect(page).toMatch(/The bank could not be asked .*'?Account Number/);
		expect(page).not.toMatch(/undefined|\[item|\[object/);
		expect((await suite.client.summary()).verifications).toBe(0);
	});

	it('says on the page that the approver could not be emailed', async () => {
		suite.mailbox.refuse((to) => to === 'boss@example.com');
		const submitted = await entered();
		await approverAsked(submitted);
		const page = await suite.lastPageAfter(submitted, 'Not Asked');
		expect(page).toMatch(/could not be emailed\. .*No such mailbox.*Nothing was noted/);
	});
});
