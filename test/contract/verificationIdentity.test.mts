import { readFileSync } from 'node:fs';

import { stepsOf } from '../../scripts/live/steps.mts';

it('the test data names the holder that npm run live verifies, as not from Stitch', () => {
	const step = stepsOf('1').find(({ operation }) => operation === 'bankAccount.verify');
	const { familyName, initials, documentNumber } = step?.parameters({}) ?? {};
	const line = readFileSync('docs/reference.md', 'utf8')
		.split('\n')
		.find((one) => one.startsWith('Bank account verification:'));
	expect(line).toContain('Not from Stitch');
	for (const value of [familyName, initials, documentNumber]) {
		expect(line).toContain(String(value));
	}
});
