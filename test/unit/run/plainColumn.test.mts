import { Workflow, type IDataObject, type INodeType, type NodeParameterValue } from 'n8n-workflow';

import { emptyColumns, plainColumn } from '../../../nodes/Stitch/run/plainColumn';
import fc from '../properties.mts';

const rows = { description: { properties: [], inputs: ['main'], outputs: ['main'] } };
const find = () => rows as unknown as INodeType;
const workflow = new Workflow({
	active: false,
	nodes: [
		{ id: '1', name: 'Node', type: 'rows', typeVersion: 1, position: [0, 0], parameters: {} },
	],
	connections: {},
	nodeTypes: { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) },
});

/** What n8n's own engine makes of a parameter. */
function evaluated(parameter: string, json: IDataObject): unknown {
	const input = [{ json }];
	return workflow.expression.getParameterValue(
		parameter as NodeParameterValue,
		null,
		0,
		0,
		'Node',
		input,
		'manual',
		{},
		{ data: { main: [input] }, node: workflow.getNode('Node')!, source: null },
	);
}

const asDragged = (column: string) =>
	/^[A-Za-z_]\w*$/.test(column) ? `={{ $json.${column} }}` : `={{ $json['${column}'] }}`;

const column = fc.oneof(
	fc.stringMatching(/^[A-Za-z_]\w{0,12}$/),
	fc.stringMatching(/^[^'"\\\p{C}]{1,12}$/u),
	fc.constantFrom('amount', 'Account number', 'Naam & van', '2026', 'toString'),
);
const cell = fc.oneof(fc.string(), fc.double(), fc.boolean());

it('reads a column exactly as n8n evaluates it', () => {
	fc.assert(
		fc.property(column, cell, (name, value) => {
			const json = Object.fromEntries([[name, value]]) as IDataObject;
			const read = plainColumn(asDragged(name), json);
			expect(read === undefined || Object.is(read, evaluated(asDragged(name), json))).toBe(true);
		}),
		{ seed: 1, numRuns: 300 },
	);
});

it.each([
	['={{ $json.amount }}', '1500.50'],
	['={{$json.amount}}', '1500.50'],
	['={{ $json["Account number"] }}', '0012345678'],
	["={{ $json['Account number'] }}", '0012345678'],
	['={{ $json.count }}', 3],
	['={{ $json.empty }}', ''],
	['={{ $json.paid }}', false],
])('reads %s itself', (parameter, value) => {
	expect(plainColumn(parameter, row)).toBe(value);
	expect(evaluated(parameter, row)).toBe(value);
});

it.each([
	['text', 'amount'],
	['a number', 1500],
	['nothing', null],
	['text around it', '=R{{ $json.amount }}'],
	['a space after it', '={{ $json.amount }} '],
	['two of them', '={{ $json.amount }}{{ $json.count }}'],
	['a calculation', '={{ $json.count * 2 }}'],
	['a method', '={{ $json.amount.trim() }}'],
	['a path', '={{ $json.payee.name }}'],
	['another node', "={{ $('Rows').item.json.amount }}"],
	['an escape', "={{ $json['it\\'s'] }}"],
	['a column that is not there', '={{ $json.missing }}'],
	['what every object has', '={{ $json.toString }}'],
	['a list', '={{ $json.list }}'],
	['an object', '={{ $json.payee }}'],
	['a date', '={{ $json.date }}'],
	['an empty cell', '={{ $json.none }}'],
])('leaves %s to n8n', (_, parameter) => {
	expect(plainColumn(parameter, row)).toBeUndefined();
});

const row = {
	amount: '1500.50',
	'Account number': '0012345678',
	count: 3,
	empty: '',
	paid: false,
	none: null,
	list: [1],
	payee: { name: 'Payee' },
	date: new Date(0),
} as unknown as IDataObject;

describe('a text that is put together from columns', () => {
	it.each([
		['=salary-{{ $json.id }}', []],
		['=salary-{{ $json.month }}-{{ $json.id }}', ['month']],
		['={{ $json["Staff no"] }}/{{ $json.empty }}/{{$json.none}}', ['Staff no', 'empty', 'none']],
		["=salary-{{ $json.month ?? '' }}", []],
		['={{ $json.month }}', []],
		['salary-{{ $json.month }}', []],
		[17, []],
	])('%j lacks %j', (parameter, missing) => {
		expect(emptyColumns(parameter, { id: 0, empty: '', none: null })).toEqual(missing);
	});
});
