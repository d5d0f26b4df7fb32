import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../../nodes/Stitch/run/item';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { InvalidInput, type Mistake } from '../../../nodes/Stitch/schemas/invalidInput';
import type { ServiceOptions } from '../../../nodes/Stitch/transport/service';
import { itemOf, serviceOf, type Script } from '../builders.mts';

/** Prepares and sends one item over a script of answers, and tells what went out. */
export async function perform(
	operation: Operation,
	parameters: IDataObject | Item,
	script: Script,
	options: Partial<ServiceOptions> = {},
) {
	const { service, sent, clock } = serviceOf(script, options);
	const item = asItem(parameters);
	const { output, failure } = await operation
		.send(operation.prepare(item, service), service, item)
		.then(
			(output) => ({ output, failure: undefined }),
			(failure: unknown) => ({ output: undefined, failure }),
		);
	return {
		sent,
		clock,
		failure,
		/** @throws what it failed with, if it did */
		get output() {
			if (failure !== undefined) throw failure;
			return output;
		},
	};
}

/** What keeps the parameters from being sent; nothing is sent to find out. */
export function mistakesIn(operation: Operation, parameters: IDataObject | Item): Mistake[] {
	const { service } = serviceOf([]);
	try {
		operation.prepare(asItem(parameters), service);
	} catch (cause) {
		if (cause instanceof InvalidInput) return cause.mistakes;
		throw cause;
	}
	return [];
}

/** As `mistakesIn`, as the sentences that a person reads, without the advice. */
export function complaints(operation: Operation, parameters: IDataObject | Item): string[] {
	return mistakesIn(operation, parameters).map((mistake) => new InvalidInput([mistake]).message);
}

function asItem(parameters: IDataObject | Item): Item {
	return typeof parameters.get === 'function'
		? (parameters as Item)
		: itemOf(parameters as IDataObject);
}
