import { text } from '../../../nodes/Stitch/schemas/text';
import { form } from '../../../nodes/Stitch/schemas/form';
import { textField } from '../../../nodes/Stitch/schemas/formFields';
import { only } from '../../../nodes/Stitch/schemas/formGroups';
import { complaints, source } from './filledIn.mts';

const required = (displayName: string) => textField({ displayName }, text);

describe('a form', () => {
	const asked = form({ first: required('First'), last: required('Last') }, ({ first, last }) =>
		first === last ? [{ field: 'Last', what: 'is the first again', fix: 'Change it.' }] : [],
	);

	it('shows its fields in order, each under its key', () => {
		expect(asked.properties).toEqual([
			{ displayName: 'First', name: 'first', type: 'string', default: '' },
			{ displayName: 'Last', name: 'last', type: 'string', default: '' },
		]);
	});

	it('reads the checked values', () => {
		expect(asked.read(source({ first: ' a ', last: 7 }))).toEqual({ first: 'a', last: '7' });
	});

	it('names every mistake, also those found elsewhere', () => {
		const elsewhere = { field: 'Node', what: 'is wrong', fix: '' };
		expect(() => asked.read(source({}), { mistakes: [elsewhere] })).toThrow(
			"'First' is empty; 'Last' is empty; 'Node' is wrong",
		);
	});

	it('is wrong where only something elsewhere is', () => {
		const elsewhere = { field: 'Node', what: 'is wrong', fix: '' };
		const values = source({ first: 'a', last: 'b' });
		expect(() => asked.read(values, { mistakes: [elsewhere] })).toThrow("'Node' is wrong");
	});

	it('compares its values once each of them is right', () => {
		expect(complaints(asked, { first: 'a', last: 'a' })).toBe("'Last' is the first again");
		expect(complaints(asked, { first: '', last: '' })).toBe("'First' is empty; 'Last' is empty");
	});

	it('reads each value once, as an expression may give another the next time', () => {
		let count = 0;
		const counting = form({
			kind: required('Kind'),
			more: only({ kind: ['1'] }, required('More')),
		});
		const get = (name: string) => (name === 'kind' ? String(++count) : 'x');
		expect(counting.read({ get })).toEqual({ kind: '1', more: 'x' });
		expect(count).toBe(1);
	});

	it('takes a value that stands in the place of the own one', () => {
		expect(asked.read(source({ first: 'a', last: 'b' }), { instead: { last: 'c' } })).toEqual({
			first: 'a',
			last: 'c',
		});
	});

	it('passes on what is no mistake of the user', () => {
		const broken = {
			get: () => {
				throw new RangeError('n8n');
			},
		};
		expect(() => asked.read(broken)).toThrow(RangeError);
	});
});
