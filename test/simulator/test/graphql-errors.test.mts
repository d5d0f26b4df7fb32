import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { newCallers } from './caller.mts';
import { asker } from './graphql-caller.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 33, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_card');
const ask = asker(() => simulator);

const message = expect.any(String) as string;

describe('the code of a GraphQL error', () => {
	it('stands in each error (public documentation)', async () => {
		const caller = await newCaller();
		await caller.client.revokeTokens();
		const { body } = await ask(caller, '{ client { id } }');
		expect(body).toEqual({ errors: [{ message, extensions: { code: 'UNAUTHENTICATED' } }] });
	});

	it('stands beside the errors (spec 7, read literally), for a client that is set so', async () => {
		const caller = await newCaller({ graphqlErrorCode: 'beside-errors' });
		const forbidden = await ask(caller, '{ client { disbursements { edges { cursor } } } }');
		expect(forbidden.body).toMatchObject({
			errors: [{ message }],
			extensions: { code: 'FORBIDDEN', missingScopes: ['client_disbursement'] },
		});
		expect(forbidden.body.errors).toEqual([{ message }]);
		await caller.client.expireTokens();
		const expired = await ask(caller, '{ client { id } }');
		expect(expired.status).toBe(200);
		expect(expired.body).toEqual({
			errors: [{ message }],
			extensions: { code: 'UNAUTHENTICATED' },
		});
	});

	it('is UNAUTHENTICATED in the answer that finds its token revoked', async () => {
		const caller = await newCaller();
		await caller.client.addFaults({ kind: 'revoke-token', requests: [2] });
		expect((await ask(caller, '{ client { id } }')).body).not.toHaveProperty('errors');
		const revoked = await ask(caller, '{ client { id } }');
		expect(revoked.status).toBe(200);
		expect(revoked.body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
	});
});
