import { payerDetails } from '../../../../nodes/Stitch/actions/fields/payer';
import { check } from '../../../../nodes/Stitch/schemas/field';

const { document: identifyingDocument } = payerDetails;
const passport = { type: 'passport', country: 'za', number: ' A1 ' };

describe('a document that identifies a payer', () => {
	it('has a type, a country and a number', () => {
		expect(check(identifyingDocument, passport)).toEqual({
			type: 'passport',
			country: 'ZA',
			number: 'A1',
		});
	});

	it.each([
		[{ ...passport, type: 'driving_licence' }, "'Document Type' cannot be driving_licence"],
		[{ ...passport, country: '' }, "'Document Country' is empty"],
		[{ ...passport, number: '' }, "'Document Number' is empty"],
	])('is rejected as %j', (document, why) => {
		expect(() => check(identifyingDocument, document)).toThrow(why);
	});
});
