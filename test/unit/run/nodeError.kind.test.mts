import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { failedItem } from '../../../nodes/Stitch/run/entry';
import { asNodeError, type ItemFailureKind } from '../../../nodes/Stitch/run/nodeError';
import { InvalidInput, type InputFailureKind } from '../../../nodes/Stitch/schemas/invalidInput';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { knowField } from '../../../nodes/Stitch/transport/fieldNames';

const node = { name: 'Stitch' } as INode;
const failed = (details: FailureDetails) => new ServiceFailure(details);
const input = (kind?: InputFailureKind) =>
	new InvalidInput([{ field: 'Amount', what: 'is empty', fix: '' }], kind);

/** What causes each kind: the compiler asks for every kind that there is. */
const causes: Record<ItemFailureKind, unknown[]> = {
	invalidField: [input()],
	limitExceeded: [input('limitExceeded')],
	duplicateInRun: [input('duplicateInRun')],
	alreadySent: [failed({ kind: 'duplicate', happened: 'no' })],
	alreadySentWithOtherValues: [failed({ kind: 'otherValues', happened: 'no' })],
	notFound: [input('notFound'), failed({ kind: 'status', status: 404, happened: 'no' })],
	notSent: [
		input('notSent'),
		failed({ kind: 'notSent', happened: 'no' }),
		failed({ kind: 'notConnected', happened: 'no' }),
		failed({ kind: 'stopped', happened: 'no' }),
		failed({ kind: 'status', happened: 'no', status: 429 }),
		failed({ kind: 'token', happened: 'no', sentence: 'No token', temporary: true }),
	],
	outcomeUnknown: [
		failed({ kind: 'answerLost', happened: 'maybe' }),
		failed({ kind: 'unreadable', happened: 'maybe', status: 200 }),
		failed({ kind: 'status', happened: 'maybe', status: 503 }),
		failed({ kind: 'status', happened: 'maybe', status: 408 }),
		failed({ kind: 'notTheService', happened: 'maybe', status: 200 }),
		failed({ kind: 'notTheService', happened: 'maybe', status: 303 }),
		failed({ kind: 'notTheService', happened: 'maybe', status: 502 }),
		failed({ kind: 'graphql', happened: 'maybe' }),
		failed({ kind: 'duplicate', happened: 'maybe' }),
	],
	noAnswer: [
		failed({ kind: 'answerLost', happened: 'no' }),
		failed({ kind: 'unreadable', happened: 'no' }),
		failed({ kind: 'status', status: 503, happened: 'no' }),
		failed({ kind: 'status', status: 408, happened: 'no' }),
		failed({ kind: 'graphql', code: 'INTERNAL_SERVER_ERROR', happened: 'no' }),
		failed({ kind: 'notTheService', status: 303, happened: 'no' }),
		failed({ kind: 'notTheService', happened: 'no', status: 403 }),
	],
	refusedByStitch: [
		failed({ kind: 'status', happened: 'no', status: 400 }),
		failed({ kind: 'status', happened: 'no', status: 409 }),
		failed({ kind: 'status', happened: 'no', status: 422 }),
		failed({ kind: 'graphql', happened: 'no', code: 'BAD_USER_INPUT' }),
		failed({ kind: 'graphql', code: 'SOMETHING_NEW', happened: 'no' }),
	],
	partlyDone: [
		failed({ kind: 'partlyDone', happened: 'maybe', done: ['a'], notDone: [], unclear: [] }),
	],
	paymentFailed: [failed({ kind: 'failedPayment', happened: 'no' })],
	notFinal: [failed({ kind: 'notFinal', happened: 'no' })],
	notOffered: [failed({ kind: 'notOffered', happened: 'no' })],
	setup: [
		failed({ kind: 'token', happened: 'no', sentence: 'No token' }),
		failed({ kind: 'status', happened: 'no', status: 401 }),
		failed({ kind: 'status', happened: 'no', status: 403 }),
		failed({ kind: 'graphql', happened: 'no', code: 'FORBIDDEN' }),
		new NodeOperationError(node, 'The credential is not connected yet'),
		new NodeApiError(node, { message: 'No' }),
		Object.assign(new Error('Referenced node is unexecuted'), { name: 'ExpressionError' }),
	],
	unexpected: [new TypeError('x is undefined'), 'a text', undefined],
};

const cases = Object.entries(causes).flatMap(([kind, all]) =>
	all.map((cause): [string, unknown] => [kind, cause]),
);

it.each(cases)('a failed item says %s of %p', (kind, cause) => {
	const { json } = failedItem(asNodeError(node, cause, 0), { index: 0, files: {} });
	expect(json.details).toMatchObject({ kind });
});

it('a failed item names the first field that is wrong, and the one that Stitch refuses', () => {
	const detailsOf = (cause: unknown) => asNodeError(node, cause, 0).context.data;
	expect(detailsOf(input())).toEqual({ kind: 'invalidField', field: 'Amount' });
	// As the panel's field does.
	knowField('externalReference', 'External Reference');
	const detail = 'externalReference: is too long';
	expect(detailsOf(failed({ kind: 'status', happened: 'no', status: 400, detail }))).toMatchObject({
		kind: 'refusedByStitch',
		field: 'External Reference',
	});
});
