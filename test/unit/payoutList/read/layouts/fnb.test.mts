import { asText, read, sample } from '../samples.mts';

const text = sample('fnb-binsol.csv');

describe('an FNB payment file', () => {
	it('is read whatever its hash is', () => {
		expect(read(asText(text.replace('209510000361', '1.23E+11'))).payees).toHaveLength(8);
	});

	it.each([
		['0', 'an FNB public recipient'],
		['D', 'an eWallet'],
		['S', 'an eWallet'],
		['F', 'an FNB card'],
		['W', 'a WesBank contract'],
	])('names a row of the type %s and does not pay it: %s', (type, what) => {
		const { wrong } = read(asText(text.replace('62000000010,1,', `62000000010,${type},`)));
		expect(wrong).toMatchObject([{ row: 5, what: `is ${type}, ${what}: not a bank account` }]);
	});

	it('never pays the account that pays', () => {
		const { wrong } = read(asText(text.replace('62000000010,1,', '62000000001,1,')));
		expect(wrong).toMatchObject([{ row: 5, what: 'is the account that pays' }]);
	});

	it('refuses the branch of a different country in its row', () => {
		const { wrong, payees } = read(asText(text.replace('250655,12500', '281667,12500')));
		expect(wrong).toMatchObject([{ row: 5, field: 'Branch Code' }]);
		expect(payees).toHaveLength(7);
	});

	it('is read with fewer columns, and with an empty row above its headings', () => {
		const lines = text.split('\r\n').map((line) => line.split(',').slice(0, 7).join(','));
		expect(read(asText(lines.toSpliced(3, 0, '').join('\n'))).payees).toHaveLength(8);
	});
});

it('a list never pays the account in its column of accounts that pay', () => {
	const changed = sample('nedbank-netbank.csv').replace(',62000000010,', ',1100000001,');
	expect(read(asText(changed)).wrong).toMatchObject([{ row: 2, what: 'is the account that pays' }]);
});
