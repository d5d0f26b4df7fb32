import { readJsonObject } from '../../../nodes/Stitch/actions/graphql/execute.operation';

it.each([
	['{"a": 1}', { a: 1 }],
	[{ a: 1 }, { a: 1 }],
	['', {}],
	[null, {}],
	[undefined, {}],
])('reads %j as an object', (given, expected) => {
	expect(readJsonObject(given)).toEqual(expected);
});

it.each(['[1]', [1], '"text"', '1', 'null', '{a: 1}', '{'])('takes %j for none', (given) => {
	expect(readJsonObject(given)).toBeUndefined();
});
