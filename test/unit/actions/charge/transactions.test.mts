import { chargesWith, chargeByNonce } from '../../../../nodes/Stitch/actions/charge/transactions';
import { answer, serviceOf, type Script } from '../../builders.mts';
import { chargeNode, listed } from './answers.mts';

describe('the look-up of many charges', () => {
	const look = async (...script: Script) => {
		const { service, sent } = serviceOf(script);
		const found = await chargesWith(service, 'nonce', ['nonce-1', 'nonce-2', 'nonce-3']);
		const asked = sent.map(({ body }) => (body as { variables: object }).variables);
		return { ids: found.map(({ id }) => id), asked };
	};
	const second = chargeNode({ id: 'charge-2', nonce: 'nonce-2' });
	const of = (...nonces: string[]) => ({ filter: { nonce: { in: nonces } } });

	it('asks once where there are none', async () => {
		const { ids, asked } = await look(listed());
		expect([ids, asked]).toEqual([[], [of('nonce-1', 'nonce-2', 'nonce-3')]]);
	});

	it('asks again for what is not listed: Stitch may list only some at once', async () => {
		const { ids, asked } = await look(listed(chargeNode()), listed(second), listed());
		expect(ids).toEqual(['charge-1', 'charge-2']);
		expect(asked.slice(1)).toEqual([of('nonce-2', 'nonce-3'), of('nonce-3')]);
	});

	it('fails where nothing listed was asked for', async () => {
		await expect(look(listed(chargeNode({ nonce: 'other' })))).rejects.toThrow(/cannot be read/);
	});
});

describe('the look-up of a charge by its nonce', () => {
	it('takes the one with that nonce', async () => {
		const { service } = serviceOf([listed(chargeNode({ nonce: 'other' }), chargeNode())]);
		expect(await chargeByNonce(service, 'nonce-1')).toMatchObject({ id: 'charge-1' });
	});

	it('finds none when no charge has the nonce', async () => {
		const { service } = serviceOf([listed()]);
		expect(await chargeByNonce(service, 'nonce-1')).toBeUndefined();
	});

	it.each([
		['does not offer the list', { errors: [{ message: 'Cannot query field "transactions"' }] }],
		['shows no list', { data: { client: { transactions: null } } }],
		['lists a null', { data: { client: { transactions: { edges: [null] } } } }],
		['lists a charge under another nonce', listed(chargeNode({ nonce: 'other' })).body],
	])('fails if Stitch %s', async (_, body) => {
		const { service } = serviceOf([answer(200, body)]);
		await expect(chargeByNonce(service, 'nonce-1')).rejects.toThrow();
	});
});
