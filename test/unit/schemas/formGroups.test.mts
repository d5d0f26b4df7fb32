import { optionalText, text } from '../../../nodes/Stitch/schemas/text';
import { form, type Field } from '../../../nodes/Stitch/schemas/form';
import {
	ifAdded,
	numberField,
	orDefault,
	switchField,
	textField,
} from '../../../nodes/Stitch/schemas/formFields';
import {
	casesOf,
	collection,
	either,
	filledWith,
	group,
	only,
	options,
	readFrom,
	switchedOn,
	unless,
	variant,
} from '../../../nodes/Stitch/schemas/formGroups';
import { complaints, source } from './filledIn.mts';

const required = (displayName: string) => textField({ displayName }, text);
const optional = (displayName: string) => textField({ displayName }, optionalText);

const conditionsOf = ({ properties }: ReturnType<typeof form>) =>
	properties.map(({ name, displayOptions }) => [name, displayOptions]);

describe('a field that depends on another', () => {
	it('is shown where the other has its value, and not read elsewhere', () => {
		const asked = form({ kind: optional('Kind'), why: only({ kind: ['b'] }, required('Why')) });
		expect(conditionsOf(asked)[1]).toEqual(['why', { show: { kind: ['b'] } }]);
		expect(complaints(asked, { kind: 'b' })).toBe("'Why' is empty");
		expect(asked.read(source({ kind: 'a', why: 'left over' })).why).toBeUndefined();
	});

	it('goes by the value as it was checked', () => {
		const asked = form({
			isOn: switchField({ displayName: 'On' }),
			why: only({ isOn: [true] }, required('Why')),
		});
		expect(complaints(asked, { isOn: 'yes' })).toBe("'Why' is empty");
	});

	it('is hidden where the other has a value', () => {
		const asked = form({ kind: optional('Kind'), why: unless({ kind: ['b'] }, required('Why')) });
		expect(conditionsOf(asked)[1]).toEqual(['why', { hide: { kind: ['b'] } }]);
		expect(complaints(asked, { kind: 'a' })).toBe("'Why' is empty");
		expect(complaints(asked, { kind: 'b' })).toBe('');
	});

	it('is worded and read in one of two ways', () => {
		const asked = form({
			name: either({ kind: ['b'] }, required('Name'), optional('Nickname')),
			kind: optional('Kind'),
		});
		expect(asked.properties.map(({ displayName, name }) => [displayName, name])).toEqual([
			['Name', 'name'],
			['Nickname', 'name'],
			['Kind', 'kind'],
		]);
		expect(complaints(asked, { kind: 'b' })).toBe("'Name' is empty");
		expect(complaints(asked, { kind: 'a' })).toBe('');
	});

	it('in a collection depends on a field of the operation', () => {
		const asked = form({
			kind: optional('Kind'),
			more: collection(
				{ displayName: 'More', default: {} },
				{ why: only({ '/kind': ['b'] }, required('Why')) },
			),
		});
		expect(complaints(asked, { kind: 'b', more: { why: '' } })).toBe("'Why' is empty");
		expect(asked.read(source({ kind: 'a', more: { kind: 'b', why: '' } })).more).toEqual({
			why: undefined,
		});
	});
});

describe('a choice with fields of its own', () => {
	const kind = textField({ displayName: 'Kind' }, text) as Field<'a' | 'b'>;
	const cases = { a: { size: required('Size') }, b: { colour: required('Colour') } };

	it.each([
		['together', form({ of: variant('kind', kind, cases) })],
		['further down', form({ kind, of: casesOf('kind', cases) })],
	])('shows and reads those of what is chosen: %s', (_, asked) => {
		expect(conditionsOf(asked as never)).toEqual([
			['kind', undefined],
			['size', { show: { kind: ['a'] } }],
			['colour', { show: { kind: ['b'] } }],
		]);
		const values = { kind: ' b ', size: 'left over', colour: 'red' };
		expect(asked.read(source(values)).of).toEqual({ type: 'b', colour: 'red' });
		expect(complaints(asked, { kind: 'a' })).toBe("'Size' is empty");
	});

	it('says only what is wrong with the choice where that is wrong', () => {
		expect(complaints(form({ kind, of: casesOf('kind', cases) }), {})).toBe("'Kind' is empty");
	});

	it('is known to fields further down', () => {
		const why = only({ kind: ['b'] }, required('Why'));
		const asked = form({ of: variant('kind', kind, cases), why });
		expect(complaints(asked, { kind: ' b ', colour: 'red' })).toBe("'Why' is empty");
	});

	it('can be a switch', () => {
		const asked = form({ extra: switchedOn('isExtra', { displayName: 'Extra' }, cases.a) });
		expect(conditionsOf(asked as never)).toEqual([
			['isExtra', undefined],
			['size', { show: { isExtra: [true] } }],
		]);
		expect(asked.read(source({ isExtra: 'no', size: 'left over' })).extra).toBeUndefined();
		expect(asked.read(source({ isExtra: 'yes', size: 'L' })).extra).toEqual({ size: 'L' });
	});
});

describe('fields that are added', () => {
	const words = { displayName: 'More', default: {} };

	it('one by one are read from their collection', () => {
		const asked = form({ more: collection(words, { size: required('Size') }) });
		expect(asked.read(source({ more: { size: 'L' }, size: 'M' })).more).toEqual({ size: 'L' });
		expect(complaints(asked, {})).toBe("'Size' is empty");
	});

	it('one by one may not stay empty where nothing would mean everything', () => {
		const asked = form({ more: collection(words, { size: ifAdded(optional('Size')) }) });
		expect(complaints(asked, { more: { size: undefined } })).toBe("'Size' is empty");
		expect(complaints(asked, { more: {} })).toBe('');
	});

	it('together are undefined where they were not added', () => {
		const inner = { displayName: 'Part', name: 'part' };
		const asked = form({ more: group({ ...words, group: inner }, { size: required('Size') }) });
		expect(asked.read(source({ more: {} })).more).toBeUndefined();
		expect(asked.read(source({ more: { part: { size: 'L' } } })).more).toEqual({ size: 'L' });
		expect(complaints(asked, { more: { part: {} } })).toBe("'Size' is empty");
	});

	describe('that mean their default where they are empty', () => {
		const words = { displayName: 'Timeout', default: 30 };
		const asked = form({ timeout: orDefault(numberField(words, { least: 1, most: 600 })) });

		it.each([undefined, null, '', ' '])('do so for %j', (timeout) => {
			expect(asked.read(source({ timeout })).timeout).toBe(30);
		});

		it.each([0, 601])('are read by their rule otherwise: %j', (timeout) => {
			expect(complaints(asked, { timeout })).toBe(`'Timeout' cannot be ${timeout}`);
		});
	});

	it('of values that n8n has evaluated already are read from these', () => {
		expect(readFrom({ size: optional('Size') }, { size: 'L' })).toEqual({ size: 'L' });
		expect(() => readFrom({ size: required('Size') }, {})).toThrow("'Size' is empty");
	});

	it('under Options are handed to the operation, and read with the rest', () => {
		const more = { options: options({ size: required('Size') }) };
		const asked = form({ name: optional('Name'), ...more });
		expect(asked.properties.map(({ name }) => name)).toEqual(['name']);
		expect(asked.options.map(({ name }) => name)).toEqual(['size']);
		expect(asked.read(source({ options: { size: 'L' } })).options).toEqual({ size: 'L' });
	});
});

it('reads a document only where there is one: what else is wrong with it does not matter', () => {
	const kind = textField({ displayName: 'Kind' }, (label) =>
		text(label, { pattern: { is: /^passport$/, what: 'cannot be read', fix: '' } }),
	);
	const asked = form({ document: filledWith('number', { kind, number: required('Number') }) });
	expect(asked.read(source({ kind: 'card', number: ' ' })).document).toBeUndefined();
	expect(complaints(asked, { kind: 'card', number: '1' })).toBe("'Kind' cannot be read");
});
