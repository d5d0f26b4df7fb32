import { FixedOffsetZone, type Zone } from 'luxon';

const day = 24 * 60 * 60 * 1000;

/**
 * The offsets at which a zone's clocks show a time: one as a rule, none where a change of the clocks
 * skips the time, two where it occurs twice.
 * @param shown what the clocks show, in milliseconds as if it were UTC
 * @returns minutes ahead of UTC, the earlier moment first
 */
export function offsetsAt(shown: number, zone: Zone): number[] {
	return offsetsAround(shown, zone).filter(
		(offset) => zone.offset(shown - asMs(offset)) === offset,
	);
}

/** The offsets before and after a change of the clocks; a single one where there is no change. */
export function offsetsAround(shown: number, zone: Zone): number[] {
	// Every zone is less than a day from UTC, so these two are on either side.
	return [...new Set([shown - day, shown + day].map((moment) => zone.offset(moment)))];
}

/** An offset as ISO 8601 writes it: 120 minutes are `+02:00`. */
export function offsetInWords(offset: number): string {
	return FixedOffsetZone.instance(offset).formatOffset(0, 'short');
}

function asMs(minutes: number): number {
	// Before time was standardised, offsets had seconds.
	return Math.round(minutes * 60_000);
}
