import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Money } from '../schemas/money';
import type { Service } from '../transport/service';
import type { Item } from './item';
import type { Follow } from './waitUntilFinal';

/** What an operation gives back for one item: one object, or a list of them. */
export type Output = IDataObject | IDataObject[];

/** A payment that an operation is about to make; the guards of a run look at it before any is sent. */
export interface Movement {
	amount: Money;
	nonce: string;
	/** What would be sent, with account numbers masked; the answer of a dry run. */
	preview: IDataObject;
}

/**
 * One operation of a resource: a file of its own.
 * `prepare` reads and checks one item and sends nothing; `send` sends what was prepared. A run
 * prepares all items before it sends the first, so what is wrong is known before money moves.
 */
export interface Operation<Plan = unknown> {
	/** `value` of the drop-down, as n8n names it: create, get, getAll, … */
	readonly value: string;
	/** Title Case name in the drop-down. */
	readonly name: string;
	/** Sentence-case label in the node picker. */
	readonly action: string;
	readonly description: string;
	/** The operation's own fields, in the order of the editor. */
	readonly fields: INodeProperties[];
	/** Whose token it needs, or that the user chooses; the client's unless said. */
	readonly token?: 'client' | 'user' | 'chosen';
	/** Fields for the "Options" collection, beside those that every operation has. */
	readonly options?: INodeProperties[];
	/** @throws {InvalidInput} */
	prepare(item: Item, service: Service): Plan;
	/** @throws {ServiceFailure} */
	send(plan: Plan, service: Service, item: Item): Promise<Output>;
	/** Whether it makes no sense as a tool of an AI agent; the editor does not offer it there then. */
	readonly notAsTool?: boolean;
	/** Given by operations that move money out. */
	movement?(plan: Plan): Movement;
	/** Given by operations whose one object goes on changing: adds the option "Wait Until Final". */
	readonly follow?: Follow;
}

/** A resource of the drop-down with its operations. */
export interface Resource {
	readonly value: string;
	/** Singular, Title Case. */
	readonly name: string;
	readonly operations: Operation[];
}

/** States an operation with the type of its plan and hands it on without. */
export function defineOperation<Plan>(operation: Operation<Plan>): Operation {
	return operation as Operation;
}
