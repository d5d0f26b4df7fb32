import { turns } from '../../../nodes/Stitch/run/turns';

/** Whether something else got a turn while this was awaited. */
async function letsOthersWork(breathe: () => Promise<void>): Promise<boolean> {
	let worked = false;
	const other = setTimeout(() => (worked = true), 0);
	await breathe();
	clearTimeout(other);
	return worked;
}

it('gives n8n a turn after 5 milliseconds of work, and not before', async () => {
	let now = 0;
	const breathe = turns(() => now);
	expect(await letsOthersWork(breathe)).toBe(false);
	now = 4;
	expect(await letsOthersWork(breathe)).toBe(false);
	now = 5;
	expect(await letsOthersWork(breathe)).toBe(true);
});

it('counts from the last turn', async () => {
	let now = 0;
	const breathe = turns(() => now);
	now = 1000;
	expect(await letsOthersWork(breathe)).toBe(true);
	now = 1004;
	expect(await letsOthersWork(breathe)).toBe(false);
});
