import { buildSchema } from 'graphql';

import { readClient } from '../../scripts/live/client.mts';
import { shippedDocuments } from '../../scripts/live/documents.mts';
import { live } from '../../scripts/live/live.mts';
import { compare } from '../../scripts/live/schema.mts';
import { publishedBefore, publishedSchema, publishedText } from '../published/published.mts';

describe('the comparison of the schemas', () => {
	const documents = shippedDocuments();

	it('finds nothing between the published one and itself', () => {
		expect(compare(publishedSchema, documents)).toMatchObject({
			differences: [],
			refused: [],
			beyond: { types: 0, fields: 0 },
		});
	});

	it('lists what is missing, which documents that breaks, and how much is new', () => {
		const live = publishedBefore
			.replace('type Query {', 'type Query { more: More! another: String ')
			.concat('type More { some: String }');
		const { differences, refused, beyond } = compare(buildSchema(live), documents);

		expect(differences).toContainEqual({
			what: 'Field Disbursement.externalReference was removed.',
			weight: 'none',
		});
		expect(differences).toContainEqual({
			what: 'Field DisbursementFilterInput.externalReference was removed.',
			weight: 'may break',
		});
		expect(refused).toContain(
			'disbursementList, full: Cannot query field "externalReference" on type "Disbursement".',
		);
		expect(refused.filter((line) => line.startsWith('disbursementList, core'))).toEqual([]);
		expect(beyond).toEqual({ types: 1, fields: 2 });
	});

	it('lists fields of another type, and required ones that are not sent', () => {
		const live = publishedText
			.replace(/(type Disbursement [^}]*nonce: String)!/, '$1')
			.replace('input MoneyInput {', 'input MoneyInput { exchange: String! ');
		const { differences } = compare(buildSchema(live), documents);

		expect(differences).toEqual([
			{
				what: expect.stringMatching(/required field .*exchange/),
				weight: 'breaks',
			},
			{ what: 'Field Disbursement.nonce changed type from String! to String.', weight: 'none' },
		]);
	});
});

describe('npm run live sends nothing', () => {
	it('without a client, and says how to give one', async () => {
		const [say, progressOf] = [jest.fn(), jest.fn()];
		const code = await live({ STITCH_CLIENT_ID: 'test-1' }, { say, progress: progressOf });
		const progress = progressOf.mock.calls.flat().join('\n');

		expect(progress).toMatch(/^STITCH_CLIENT_SECRET is not set/);
		expect(progress).toContain('STITCH_CLIENT_ID=test-… npm run live');
		expect(progress).not.toMatch(/^\s+at /m);
		expect(say).not.toHaveBeenCalled();
		expect(code).toBe(2);
	});

	it('for a live client', () => {
		const ofLive = { STITCH_CLIENT_ID: 'client-1', STITCH_CLIENT_SECRET: 'made-up' };
		expect(() => readClient(ofLive)).toThrow('STITCH_CLIENT_ID is that of a live client');
	});
});
