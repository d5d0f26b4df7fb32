import type { IDataObject } from 'n8n-workflow';

import { ageOf } from '../../../nodes/Stitch/idempotency/age';
import type { Service } from '../../../nodes/Stitch/transport/service';

const execution = Date.parse('2026-11-20T10:00:00.000Z');
const request = Date.parse('2026-11-20T10:01:00.500Z');

/** @param aheadMs by which Stitch's clock is ahead of this machine's; undefined where it says no time */
const ageAt = (aheadMs: number | undefined, record: IDataObject) => {
	const earliestThere = (at: number) => (aheadMs === undefined ? undefined : at + aheadMs);
	return ageOf(record, { earliestThere } as Service, { execution, request });
};

it.each`
	age          | createdAt                     | what
	${'before'}  | ${'2026-11-20T09:59:54.998Z'} | ${'more than five seconds older than the execution'}
	${'unknown'} | ${'2026-11-20T09:59:55.001Z'} | ${'older than the execution by less than clocks may differ'}
	${'unknown'} | ${'2026-11-20T10:00:30.001Z'} | ${'older than the request, and newer than the execution'}
	${'unknown'} | ${'2026-11-20T10:01:00.499Z'} | ${'a moment older than the request'}
	${'now'}     | ${'2026-11-20T10:01:00.500Z'} | ${'as new as the request'}
	${'now'}     | ${'2026-11-20T10:01:00Z'}     | ${'of the second of the request'}
	${'unknown'} | ${'2026-11-20T10:01:00'}      | ${'of that second, in a zone that is not said'}
	${'before'}  | ${'2026-11-20T09:59:53'}      | ${'older than the execution in any zone'}
	${'unknown'} | ${'yesterday'}                | ${'of a time that cannot be read'}
`('a payment is of "$age" when it is $what', ({ age, createdAt }: Record<string, string>) => {
	expect(ageAt(0, { createdAt })).toBe(age);
});

it("a payment's age is by Stitch's clock, whatever this machine's says", () => {
	const hour = 60 * 60_000;
	expect(ageAt(hour, { createdAt: '2026-11-20T10:30:00.001Z' })).toBe('before');
	expect(ageAt(-hour, { createdAt: '2026-11-20T09:01:00.500Z' })).toBe('now');
});

it('a payment is as old as its status where it does not say when it was created', () => {
	expect(ageAt(0, { statusDate: '2026-11-20T09:00:00Z' })).toBe('before');
	expect(ageAt(0, {})).toBe('unknown');
});

it.each`
	age          | createdAt                     | what
	${'before'}  | ${'2026-11-19T09:59:59.998Z'} | ${'more than a day older than the execution'}
	${'unknown'} | ${'2026-11-19T10:00:00.000Z'} | ${'not older than that'}
	${'unknown'} | ${'2026-11-20T10:02:00.000Z'} | ${'newer than the request by this machine'}
`(
	'where Stitch says no time of its own, a payment is of "$age" when it is $what',
	({ age, createdAt }: Record<string, string>) => {
		expect(ageAt(undefined, { createdAt })).toBe(age);
	},
);
