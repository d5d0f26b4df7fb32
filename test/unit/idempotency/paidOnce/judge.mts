import type { IDataObject, IPairedItemData, NodeApiError } from 'n8n-workflow';

import type { ModelService, Paid } from './modelService.mts';
import type { Ending, Row, Setting } from './payrollRun.mts';

/** One run of the file with what is to be judged of it. */
interface Told {
	service: ModelService;
	/** What the ledger held when the run began. */
	before: readonly Paid[];
	rows: readonly Row[];
	setting: Setting;
	run: number;
	/** When the run began, in milliseconds of the clock. */
	began: number;
	/** Since when its execution has sent payments, if the service says when they were made. */
	since: number | undefined;
	ending: Ending;
}

type Content = Omit<Row, 'spelling'>;

const isSame = (one: Content, other: Content): boolean =>
	one.person === other.person &&
	Number(one.amount) === Number(other.amount) &&
	one.account === other.account;

/** The row that a payment in the ledger was made of. */
export function contentOf({ body: { amount, beneficiary } }: Paid): Content {
	return {
		person: Number(String(beneficiary.name).split(' ')[1]),
		amount: String(amount.quantity),
		account: String(beneficiary.accountNumber),
	};
}

/** What a run tells that the ledger does not bear out; empty where all of it is true. */
export function liesOf(told: Told): string[] {
	const { ending, rows } = told;
	if (ending === 'killed') return [];
	if ('error' in ending) return liesOfStop(told, ending.error);
	return rows.flatMap((row, index) => {
		const items = ending.items.filter(
			({ pairedItem }) => (pairedItem as IPairedItemData).item === index,
		);
		const { json = {} } = items[0] ?? {};
		if (items.length !== 1) return [`item ${index} is told ${items.length} times`];
		const lie =
			json.error !== undefined ? lieOfRefusal(told, row, json) : lieOfPayment(told, row, json);
		return lie === undefined ? [] : [`item ${index} ${lie}`];
	});
}

/** Two clocks in whole seconds, and answers that take their time, do not tell old from new within it. */
const blurMs = 30_000;

/** An item on the success output. */
function lieOfPayment(told: Told, row: Row, json: IDataObject): string | undefined {
	const { service, before, run, setting, began, since } = told;
	const { id, nonce, alreadyExisted, notAsAsked } = json;
	const paid = service.named(id);
	if (paid === undefined || paid.body.nonce !== nonce) return 'is told as paid and is not';
	// A masked account cannot be compared, and the item says so.
	const account = saysNotCompared(json) ? row.account : contentOf(paid).account;
	if (!isSame({ ...contentOf(paid), account }, row) && notAsAsked === undefined) {
		return 'is told as paid with values that were not';
	}
	const isOld = paid.run !== run && paid.at <= began - blurMs;
	if (alreadyExisted === false && isOld) return 'is told as new and is old';
	// Of a repeat, the first one is old.
	const [first] = service.ledger.filter((each) => contentOf(each).person === row.person);
	const isOwnTime = first === paid && paid.at > (since ?? Infinity);
	if (alreadyExisted === true && (paid.run === run || isOwnTime))
		return 'is told as old and is new';
	if (alreadyExisted !== true && paid.at < (since ?? 0) - blurMs) {
		return 'is old and is not told as old';
	}
	const again = setting.onDuplicate === 'payAgainIfFailed';
	const isRepeatable = service.statusOf(paid, began) !== 'cancelled';
	if (again && alreadyExisted === true && !service.isLive(paid, began) && isRepeatable) {
		return 'had failed before, and was not paid again';
	}
	if (again && !service.isLive(paid) && liveOf(told, row, before).length > 0) {
		return 'is told as failed, and an attempt from before is not';
	}
	return undefined;
}

function saysNotCompared({ notCompared }: IDataObject): boolean {
	return ([notCompared].flat() as unknown[]).includes('Account Number');
}

/** What leaves open, in a person's eyes, whether the payment was made. */
const leavesOpen =
	/may have gone through|there may be one|may have made|could not check whether|an earlier one \(even in this run\) may have/;

/** An item on the error output. */
function lieOfRefusal(told: Told, row: Row, json: IDataObject): string | undefined {
	const { error, details } = json as { error: string; details: IDataObject };
	const { service, run, rows } = told;
	const { id } = details;
	const own = service.ledger.filter((paid) => paid.run === run);
	// Of two rows for one person the other one may have been paid.
	if (rows.filter(({ person }) => person === row.person).length > 1) return undefined;
	if (id !== undefined) {
		const paid = service.named(id);
		return paid && contentOf(paid).person === row.person ? undefined : 'names a wrong payment';
	}
	const [made] = liveOf(told, row, own);
	if (made === undefined) return undefined;
	const isOpen = leavesOpen.test(`${error} ${String(details.howToFix)}`);
	if (!isOpen || details.happened !== 'maybe') return 'is told as not carried out and was';
	if (details.nonce !== made.body.nonce) return 'is told with another nonce than it was sent with';
	return undefined;
}

/** The payments of a row that move money. */
function liveOf({ service }: Told, row: Row, among: readonly Paid[]): Paid[] {
	return among.filter((paid) => contentOf(paid).person === row.person && service.isLive(paid));
}

/** A run that stopped tells of the item that stopped it, and which others were carried out. */
function liesOfStop(told: Told, { message, description, context }: NodeApiError): string[] {
	const { service, rows, run } = told;
	const [failedIndex = 0] = numbersIn(/^(?:.* \()?item (\d+)\)?: /, message);
	const done = numbersIn(/Already processed: items ([\d, -]+)\./, description);
	const open = numbersIn(/Possibly processed: items ([\d, -]+)\./, description);
	return rows.flatMap((row, index) => {
		if (index === failedIndex) {
			const details = { howToFix: description, ...(context.data as IDataObject) };
			const lie = lieOfRefusal(told, row, { error: message, details });
			return lie === undefined ? [] : [`item ${index} ${lie}`];
		}
		const own = service.ledger.filter((paid) => paid.run === run);
		const isPaid = liveOf(told, row, service.ledger).length > 0;
		if (done.includes(index)) {
			const person = service.ledger.some((paid) => contentOf(paid).person === row.person);
			return person ? [] : [`item ${index} is told as carried out and was not`];
		}
		const isTold = open.includes(index) || isTwin(rows, index, [...done, ...open, failedIndex]);
		return isPaid && liveOf(told, row, own).length > 0 && !isTold
			? [`item ${index} was carried out and is not told`]
			: [];
	});
}

/** Whether a row has the person of another one that is told of. */
function isTwin(rows: readonly Row[], index: number, told: number[]): boolean {
	return told.some((other) => rows[other]?.person === rows[index]?.person);
}

/** The numbers of a list such as `0-2, 5`. */
function numbersIn(pattern: RegExp, text: string | null | undefined): number[] {
	const [, list] = pattern.exec(text ?? '') ?? [];
	return (list?.split(', ') ?? []).flatMap((range) => {
		const [from = 0, to = from] = range.split('-').map(Number);
		return Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
}
