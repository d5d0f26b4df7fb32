import { referenceFinder } from '../../../../nodes/Stitch/actions/fields/referenceFinder';
import { graphqlPage, restPage, serviceOf } from '../../builders.mts';

const connection = {
	query: 'query Things { client { things { edges { node { id } } } } }',
	at: ['client', 'things'],
	asOutput: ({ id }: { id?: unknown }) => ({ id: String(id) }),
};

const one = { id: 'a', externalReference: 'order-1' };
const other = { id: 'b', externalReference: 'order-1' };

it('asks GraphQL for exactly the reference, and for two records at most', async () => {
	const { service, sent } = serviceOf([graphqlPage('things', [one, other])]);
	const found = await referenceFinder(connection)(service, 'order-1');
	expect(found).toEqual([{ id: 'a' }, { id: 'b' }]);
	expect(sent[0]?.body).toMatchObject({
		variables: { filter: { externalReference: { eq: 'order-1' } }, first: 2 },
	});
});

it('asks REST the same', async () => {
	const { service, sent } = serviceOf([restPage(one)]);
	expect(await referenceFinder({ path: '/things', pageSize: 50 })(service, 'order-1')).toEqual([
		one,
	]);
	expect(sent[0]?.qs).toEqual({ externalReference: 'order-1', limit: 2, offset: 0 });
});

it.each([
	{ id: 'x', externalReference: 'order-10' },
	{ id: 'x', externalReference: 'ORDER-1' },
	{ id: 'x' },
	{ externalReference: 'order-1' },
	{ id: 7, externalReference: 'order-1' },
])(
	'does not take %j for it, which a service that does not filter may send first',
	async (stranger) => {
		const message = 'Stitch sent a list that cannot be read';
		const { service } = serviceOf([graphqlPage('things', [stranger]), restPage(stranger)]);
		await expect(referenceFinder(connection)(service, 'order-1')).rejects.toMatchObject({
			details: { sentence: message },
		});
		await expect(
			referenceFinder({ path: '/things', pageSize: 50 })(service, 'order-1'),
		).rejects.toMatchObject({ details: { sentence: message } });
	},
);
