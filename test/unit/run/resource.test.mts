import type { IDataObject } from 'n8n-workflow';

import {
	canPause,
	isFinal,
	meaningOf,
	moneyOf,
	statusesOf,
	withMoney,
	type Resource,
} from '../../../nodes/Stitch/run/resource';

const resource: Pick<Resource, 'statuses'> = {
	statuses: { pending: 'open', held: 'paused', completed: 'done', error: 'failed' },
};

it.each([
	['pending', 'open', false],
	['held', 'paused', false],
	['completed', 'done', true],
	['error', 'failed', true],
])('takes %s for %s', (status, meaning, final) => {
	expect(meaningOf({ status }, resource)).toBe(meaning);
	expect(isFinal({ status }, resource)).toBe(final);
});

it.each(['brand_new', 'Completed', '', undefined, null, {}, 'toString', '__proto__'])(
	'does not guess what the status %j means',
	(status) => {
		expect(meaningOf({ status }, resource)).toBeUndefined();
		expect(isFinal({ status }, resource)).toBe(false);
	},
);

it('can pause where one of the statuses is a pause', () => {
	expect(canPause(resource)).toBe(true);
	expect(canPause({ statuses: { pending: 'open', completed: 'done' } })).toBe(false);
});

it('lists the statuses in alphabetical order', () => {
	expect(statusesOf(resource)).toEqual(['completed', 'error', 'held', 'pending']);
});

it.each([
	['pending', 'notYet'],
	['held', 'notYet'],
	['completed', 'moved'],
	['error', 'notMoved'],
	['brand_new', 'unknown'],
	[undefined, 'unknown'],
])('says of the money of an object that is %s: %s', (status, money) => {
	expect(moneyOf({ status }, resource)).toBe(money);
});

it('says of the money what the resource knows better than the status', () => {
	const better = { ...resource, money: ({ id }: IDataObject) => (id ? 'cameBack' : undefined) };
	expect(moneyOf({ id: '1', status: 'completed' }, better as Resource)).toBe('cameBack');
	expect(moneyOf({ status: 'completed' }, better as Resource)).toBe('moved');
});

it('adds what became of the money to what a list puts out', () => {
	const list = { path: '/x', pageSize: 1, asOutput: ({ word }: IDataObject) => ({ status: word }) };
	const asOutput = withMoney(list, resource as Resource).asOutput;
	expect(asOutput?.({ word: 'completed' })).toEqual({ status: 'completed', money: 'moved' });
});
