import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PreparedPayment, SharedValue } from '../idempotency/payment';
import type { Form } from '../schemas/form';
import type { Service } from '../transport/service';
import { clientKind } from '../transport/client';
import type { WaitOutsideTheLimit } from './concurrency';
import type { OutputFile } from './files';
import type { Item } from './item';
import type { ResourceWith } from './resource';

/** The output of an operation for one item: one object, or a list of them. */
export type Output = IDataObject | IDataObject[];

/** What makes two requests of a run the same. */
export interface Unique {
	/** The noun for the requests; by default a payment. */
	noun?: string;
	/** The value that the two share. */
	label: SharedValue;
	key: string;
	/** Everything that would be sent, to see whether the two differ. */
	content: object;
}

/** What a run offers an operation while it sends an item. */
export interface Sending {
	/** For an operation that has to wait for a long time. */
	waitOutsideTheLimit: WaitOutsideTheLimit;
	/** The payment of the item, if the run has looked it up already. */
	foundAhead?: IDataObject | undefined;
}

/** A payment that the service has, as it counts towards the limit of a day. */
export interface CountedPayment {
	nonce: string;
	cents: number;
}

/** An operation without its `prepare`. */
interface OperationParts<Plan> {
	/** `value` of the drop-down, as n8n names it: create, get, getAll, … */
	readonly value: string;
	/** Title Case name in the drop-down. */
	readonly name: string;
	/** Sentence-case label in the node picker. */
	readonly action: string;
	readonly description: string;
	/** Whose token it needs, or that the user chooses; the client's by default. */
	readonly token?: 'client' | 'user' | 'chosen';
	/** Further fields under "Options", besides those of the form and of the engine. */
	readonly options?: INodeProperties[];
	/** Adds Concurrency, Retry Time Limit and Timeout to them, as all payments have them. */
	readonly hasPacing?: boolean;
	/** The objects that its fields may name by an external reference; looked up before `prepare`. */
	readonly locators?: ReadonlyArray<ResourceWith<'field' | 'label' | 'findByReference'>>;
	/** @throws {ServiceFailure} */
	send(plan: Plan, service: Service, item: Item, sending?: Sending): Promise<Output>;
	/**
	 * Defined by operations on all items together, such as the rows of one list: used instead of `send`.
	 * @returns the output of each plan
	 * @throws {ServiceFailure | InvalidInput}
	 */
	sendTogether?(plans: readonly Plan[], service: Service): Promise<Output[]>;
	/** The result of `sendTogether` for a plan, as files; none if nobody asked for one. */
	filesOf?(plan: Plan, output: Output): OutputFile[];
	/**
	 * Defined by operations that return objects of the service: one of them as flat columns, in the order
	 * in which a person reads them. Adds the field "Simplify".
	 */
	simplify?(output: IDataObject): IDataObject;
	/**
	 * Reads further data for the columns of Simplify: once for each output, after "Wait Until Final". It
	 * must not send anything.
	 * @throws {ServiceFailure}
	 */
	complete?(output: IDataObject, service: Service): Promise<IDataObject>;
	/** Whether its output is its input with something added: the item's files then go with it. */
	readonly passesOn?: boolean;
	/**
	 * The output of an item that is not to be processed: it comes out as it is, and nothing is checked or
	 * sent for it. Undefined for any other item.
	 */
	passesBy?(item: Item): IDataObject | undefined;
	/** Whether it makes no sense as a tool of an AI agent; the editor then does not offer it there. */
	readonly notAsTool?: boolean;
	/**
	 * The parameters that a nonce is made from where the user does not choose the External Reference or a
	 * key for it; none where the content does not identify a payment.
	 */
	readonly identifiedBy?: readonly string[];
	/** Defined by operations that move money out. */
	payment?(plan: Plan): PreparedPayment;
	/**
	 * Defined by operations without a nonce whose requests have an identifier that must be unique within
	 * a run; undefined for an item without one.
	 */
	unique?(plan: Plan): Unique | undefined;
	/**
	 * The sum that was paid since a moment (ISO 8601, UTC), without failed payments: adds the option
	 * "Maximum Total per Day".
	 * @throws {ServiceFailure}
	 */
	paidSince?(service: Service, since: string): Promise<CountedPayment[]>;
	/** Defined by operations on one object that keeps changing: adds the option "Wait Until Final". */
	readonly lifecycle?: ResourceWith<'one' | 'statuses'>;
}

/**
 * One operation of a resource, in a file of its own.
 * `prepare` reads and checks one item and sends nothing; `send` sends what was prepared. A run
 * prepares all items before it sends the first, so what is wrong is known before money moves.
 */
export interface Operation<Plan = unknown> extends OperationParts<Plan> {
	readonly form: Form;
	/** @throws {InvalidInput} */
	prepare(item: Item, service: Service): Plan;
}

/**
 * An operation as its file declares it. The values of its form are the plan, unless `prepare` turns them
 * into a different one.
 */
interface Stated<Values, Plan> extends OperationParts<Plan> {
	readonly form: Form<Values>;
	prepare?(item: Item, service: Service): Plan;
}

/** A row of the drop-down of resources, with its operations. */
export interface CatalogueEntry {
	readonly value: string;
	/** Singular, Title Case. */
	readonly name: string;
	readonly operations: Operation[];
	/**
	 * The operation that most people come for, which a new node opens on; by default Create, or else the
	 * first that does not delete.
	 */
	readonly opensOn?: string;
}

/** Checks an operation against the type of its plan, and returns it without that type. */
export function defineOperation<Values, Plan = Values>(stated: Stated<Values, Plan>): Operation {
	return { prepare: (item: Item) => stated.form.read(item), ...stated } as Operation;
}

/** An operation that makes a payment which a nonce protects. */
export function definePayment(
	stated: Omit<Stated<unknown, PreparedPayment>, 'payment' | 'send'>,
): Operation {
	return defineOperation<unknown, PreparedPayment>({
		...stated,
		payment: (prepared) => prepared,
		send: async (prepared, service, _item, sending) => ({
			...(await prepared.send(service, sending?.foundAhead)),
			client: clientKind(service.clientId),
		}),
	});
}

/** An operation on all items together; a single one is a list of one. */
export function defineOnAllItems<Plan>(
	stated: Omit<Stated<unknown, Plan>, 'send'> & Required<Pick<Operation<Plan>, 'sendTogether'>>,
): Operation {
	return defineOperation<unknown, Plan>({
		...stated,
		send: async (plan, service) => (await stated.sendTogether([plan], service))[0] ?? [],
	});
}

/** The operation that a node's parameters choose; undefined for values that no drop-down offers. */
export type FindOperation = (resource: string, operation: string) => Operation | undefined;
