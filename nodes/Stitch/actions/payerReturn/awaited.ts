import type { IDataObject } from 'n8n-workflow';

import type { Lifecycle } from '../../run/lifecycle';
import type { Service } from '../../transport/service';
import type { Facts } from './page';
import type { Languages } from './texts';

/** What an execution can wait for a payer for, and what is said of it. */
export interface Awaited {
	/** The operation that waits. */
	readonly resource: string;
	readonly operation: string;
	/** As the editor calls the operation that reads it: `Payment Request → Get`. */
	readonly get: string;
	/** The field of the output that the result is in: `waitForPayment`. */
	readonly result: string;
	/** The field of the result that the object is in: `paymentRequest`. */
	readonly object: string;
	/** The field of the result that tells, until the wait ends, what was chosen for a payer who returns early. */
	readonly choice: string;
	/** The parameter of the address by which a return says whose it is. */
	readonly parameter: string;
	/** How a wait is called that ended with what was awaited, and one that ended without. */
	readonly outcomes: { readonly done: string; readonly open: string };
	readonly lifecycle: Pick<Lifecycle, 'noun' | 'statuses'>;
	/** @throws {ServiceFailure} */
	read(service: Service, id: string): Promise<IDataObject>;
	/** As columns. */
	simplify(object: IDataObject): IDataObject;
	/** Whether the payer has done their part, and a bank is still working on it. */
	isUnderWay?(object: IDataObject): boolean;
	/** Whether a return with this `status` in its query comes from somebody who has done their part. */
	saysDone(status: unknown): boolean;
	/** What the payer knows it by. */
	facts(object: IDataObject): Facts;
	/** Where the payer can go on, from which they come back here; undefined if there is no such page. */
	page(object: IDataObject, here: string): string | undefined;
	/** The words of the page that the payer sees. */
	readonly languages: Languages;
}
