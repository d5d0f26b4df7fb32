import {
	shapeOutput,
	maskForAgent,
	isSimplified,
	simplifyField,
} from '../../../nodes/Stitch/run/simplify';

const simplify = ({ a }: { a?: unknown }) => ({ b: a as string });

describe('Simplify', () => {
	it.each([
		[true, true],
		[false, false],
		['false', false],
		// An operation may not have the field.
		[null, false],
		[undefined, false],
	])('is on or off as the field says: %j is %j', (value, expected) => {
		expect(isSimplified(value)).toBe(expected);
	});

	it('is rejected where it cannot be read', () => {
		expect(() => isSimplified('perhaps')).toThrow("'Simplify' is neither true nor false");
	});

	it('is on unless it is switched off', () => {
		expect(simplifyField.properties('simplify')).toMatchObject([{ default: true }]);
	});
});

describe('an output', () => {
	it('is simplified where that is wanted', () => {
		expect(shapeOutput({ a: 1 }, { simplify }, true)).toEqual({ b: 1 });
	});

	it('is what the service sent otherwise, and where there is nothing to simplify', () => {
		const output = { a: 1 };
		expect(shapeOutput(output, { simplify }, false)).toBe(output);
		expect(shapeOutput(output, {}, true)).toBe(output);
	});

	it.each(['notAsAsked', 'notCompared', 'notPaidAgain', 'madeTwice', 'warnings', 'notRead'])(
		'keeps its %s next to the columns',
		(name) => {
			const told = { [name]: ['Not all of it could be read'] };
			expect(shapeOutput({ a: 1, ...told }, { simplify }, true)).toEqual({ b: 1, ...told });
		},
	);

	it('says whether it moved real money', () => {
		const shown = shapeOutput({ client: 'live', a: 1 }, { simplify }, true);
		expect(Object.entries(shown)).toEqual([
			['b', 1],
			['client', 'live'],
		]);
	});

	it('of a dry run still says first that nothing was sent', () => {
		const shown = shapeOutput({ a: 1, dryRun: true }, { simplify }, true);
		expect(Object.entries(shown)).toEqual([
			['dryRun', true],
			['b', 1],
		]);
	});
});

describe('an AI agent', () => {
	it('gets the last two digits of an account number', () => {
		const columns = { beneficiaryName: 'N Test', accountNumber: '1234567890', amount: 10 };
		expect(maskForAgent(columns)).toEqual({ ...columns, accountNumber: '…90' });
	});

	it.each([[{ accountNumber: null }], [{ accountNumber: '…90' }], [{ status: 'paid' }]])(
		'gets %j as it is',
		(columns) => {
			expect(maskForAgent(columns)).toEqual(columns);
		},
	);
});
