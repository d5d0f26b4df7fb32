import {
	accountName,
	shownAccount,
	withNumbersMasked,
} from '../../../nodes/Stitch/payoutList/shownAccount';

it.each([
	['1234567890', '…7890'],
	['123-456 7890', '…7890'],
	['123456', '…3456'],
	['12345', '…'],
	['…7890', '…7890'],
	['', ''],
])('an account number %j is shown as %j', (account, shown) => {
	expect(shownAccount(account)).toBe(shown);
});

it('an account is shown with its bank, as people know it', () => {
	expect(accountName({ bank: 'fnb', account: '1234567890' })).toBe('FNB …7890');
});

it('a text that somebody has written shows no whole account number', () => {
	expect(withNumbersMasked('Pay 1234567890 by 17:00')).toBe('Pay …7890 by 17:00');
});
