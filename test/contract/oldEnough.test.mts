import { readFileSync } from 'node:fs';

import { ageOf } from '../../nodes/Stitch/idempotency/age';
import { answer, serviceOf } from '../unit/builders.mts';

/** How old a payment is, so many seconds after it was made, for a run that begins then. */
async function ageAfter(seconds: number) {
	const { service, clock } = serviceOf([answer(200, {})]);
	await service.tryCall({ method: 'GET', path: '/x', repeat: 'always' });
	const createdAt = new Date(clock.now() - seconds * 1000).toISOString();
	return ageOf({ createdAt }, service, { execution: clock.now(), request: clock.now() });
}

it('calls a payment one of before as soon as the documents say, and not sooner', async () => {
	const [, seconds] =
		/less than (\d+) seconds old/.exec(readFileSync('docs/your-own-workflow.md', 'utf8')) ?? [];
	expect(readFileSync('docs/going-live.md', 'utf8')).toContain('After a minute, run it once more');
	expect(await ageAfter(Number(seconds) + 0.1)).toBe('before');
	expect(await ageAfter(Number(seconds) - 2)).toBe('unknown');
	expect(await ageAfter(60)).toBe('before');
});
