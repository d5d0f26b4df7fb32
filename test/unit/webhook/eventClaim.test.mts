import { isFirstAnywhere } from '../../../nodes/Stitch/webhook/eventClaim';
import type { EventRow } from '../../../nodes/Stitch/webhook/eventRow';

const outage = new Error('connection lost');

/** The row of one event, and how often it was created. */
function rowOf(entries?: string[]) {
	const state = { entries, created: 0 };
	const row: EventRow = {
		async record(given) {
			if (state.entries === undefined) state.created++;
			const added = given.filter((entry) => state.entries?.includes(entry) !== true);
			state.entries = [...(state.entries ?? []), ...added];
			return added;
		},
		async expectOwn() {},
		async remove() {
			state.entries = undefined;
		},
	};
	return { row, state };
}

/** A memory that sees the event for the first time. */
const unseen = async () => true;

it('lets the copy on that has created the row, and no other', async () => {
	const { row, state } = rowOf();
	const asked: string[] = [];
	const ask = (copy: string) => async () => {
		asked.push(copy);
		return true;
	};
	expect(await isFirstAnywhere(row, 'a', ask('a'))).toBe(true);
	expect(await isFirstAnywhere(row, 'b', ask('b'))).toBe(false);
	expect(asked).toEqual(['a']);
	expect(state.created).toBe(1);
});

it('drops out when the row was created by another process in the same moment', async () => {
	const { row } = rowOf();
	const record = row.record;
	row.record = async (entries) => {
		row.record = record;
		await record(['taken', 'the other']);
		return await Promise.reject(new Error(`duplicate key: ${entries.length}`));
	};
	expect(await isFirstAnywhere(row, 'a', unseen)).toBe(false);
});

it('drops out when the memory knows the event, and removes the row again', async () => {
	const { row, state } = rowOf();
	expect(await isFirstAnywhere(row, 'a', async () => false)).toBe(false);
	expect(state).toEqual({ entries: undefined, created: 1 });
});

it('keeps the row until the memory is sure to recognize the event', async () => {
	const { row, state } = rowOf();
	let tell = () => {};
	await isFirstAnywhere(row, 'a', async (whenKept) => {
		tell = whenKept;
		return true;
	});
	expect(state.entries).toBeDefined();
	tell();
	expect(state.entries).toBeUndefined();
});

it('makes no fuss about a row that cannot be removed', async () => {
	const { row } = rowOf();
	row.remove = async () => await Promise.reject(outage);
	let tell = () => {};
	const remember = async (whenKept: () => void) => {
		tell = whenKept;
		return true;
	};
	expect(await isFirstAnywhere(row, 'a', remember)).toBe(true);
	tell();
	await new Promise(setImmediate);
});

it('leaves the event to the next try when the memory cannot be asked', async () => {
	const { row } = rowOf();
	const failing = async () => await Promise.reject(outage);
	await expect(isFirstAnywhere(row, 'a', failing)).rejects.toBe(outage);
	expect(await isFirstAnywhere(row, 'a', unseen)).toBe(true);
});

it('fails when the database does not answer, twice', async () => {
	const { row, state } = rowOf();
	let tries = 0;
	row.record = async () => {
		tries++;
		return await Promise.reject(outage);
	};
	await expect(isFirstAnywhere(row, 'a', unseen)).rejects.toBe(outage);
	expect(tries).toBe(2);
	expect(state.entries).toBeUndefined();
});

it.each([
	['created', undefined],
	['added to', ['taken', 'the other']],
])(
	'says that it does not know when the answer got lost that tells whether the row was created (it was %s)',
	async (_, before) => {
		const { row } = rowOf(before);
		const record = row.record;
		row.record = async (entries) => {
			row.record = record;
			await record(entries);
			throw outage;
		};
		await expect(isFirstAnywhere(row, 'a', unseen)).rejects.toThrow(
			'it is not known whether this event has started the workflow',
		);
	},
);

it('lets no event on and removes nothing where n8n does not keep the row apart', async () => {
	const { row, state } = rowOf();
	row.expectOwn = async () => await Promise.reject(new Error('not its own'));
	await expect(isFirstAnywhere(row, 'a', unseen)).rejects.toThrow('not its own');
	expect(state.entries).toBeDefined();
});
