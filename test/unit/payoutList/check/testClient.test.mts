import { byTestClient } from '../../../../nodes/Stitch/payoutList/check/testClient';

it.each([
	[399.99, '1234567890', undefined],
	[400, '1234567890', /this amount always fails/],
	[401, '1234567890', /this amount always fails/],
	[402, '1234567890', /this amount always fails/],
	[403, '1234567890', /pays amounts below R400: this payment may fail/],
	[404, '1234567890', /waits for money, and is paid after about 3 minutes/],
	[404.01, '1234567890', /does not pay more than R404: .* waits for money and then fails/],
	[10, '1234567891', /pays account numbers that end in 0: this payment may fail/],
])('of R%d to %s, a test client is said to do what Stitch documents', (rand, account, says) => {
	const said = byTestClient({ cents: Math.round(rand * 100), account });
	if (says === undefined) expect(said).toBeUndefined();
	else expect(said).toMatch(says);
});
