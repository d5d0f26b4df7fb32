import { readFileSync } from 'node:fs';

import { verify } from '../../nodes/Stitch/webhook/signature';
import { headersOf, keysOf, secretOf } from '../unit/webhook/deliveries.mts';

it('accepts events exactly as old as SECURITY says', () => {
	const [, word = ''] =
		/time that is at most (\w+) minutes off/.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
	const seconds = 60 * ['zero', 'one', 'two', 'three', 'four', 'five', 'six'].indexOf(word);
	const now = Date.parse('2026-11-28T10:00:00Z');
	const keys = keysOf([secretOf('kept')]);
	const isAccepted = (age: number) => {
		const headers = headersOf(secretOf('kept'), '{}', 'msg_1', new Date(now - age * 1000));
		return 'eventId' in verify({ headers, body: Buffer.from('{}'), keys, now });
	};
	expect([seconds, seconds + 1].map(isAccepted)).toEqual([true, false]);
});
