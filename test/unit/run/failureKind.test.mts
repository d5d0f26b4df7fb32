import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { failedItem } from '../../../nodes/Stitch/run/entry';
import { asNodeError, type ItemFailureKind } from '../../../nodes/Stitch/run/nodeError';
import { InvalidInput, type InputFailureKind } from '../../../nodes/Stitch/schemas/field';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';

const node = { name: 'Stitch' } as INode;
const failed = (details: FailureDetails) => new ServiceFailure(details);
const input = (kind?: InputFailureKind) =>
	new InvalidInput([{ field: 'Amount', what: 'is empty', fix: '' }], kind);

/** What causes each kind: the compiler asks for every kind that there is. */
const causes: Record<ItemFailureKind, unknown[]> = {
	invalidField: [input()],
	limitExceeded: [input('limitExceeded')],
	duplicateInRun: [input('duplicateInRun')],
	alreadySent: [failed({ kind: 'duplicate' })],
	alreadySentWithOtherValues: [failed({ kind: 'otherValues' })],
	notFound: [input('notFound'), failed({ kind: 'status', status: 404, onlyRead: true })],
	notSent: [
		input('notSent'),
		failed({ kind: 'notSent' }),
		failed({ kind: 'notConnected' }),
		failed({ kind: 'stopped' }),
		failed({ kind: 'status', status: 429 }),
		failed({ kind: 'token', temporary: true }),
	],
	outcomeUnknown: [
		failed({ kind: 'answerLost' }),
		failed({ kind: 'unreadable', status: 200 }),
		failed({ kind: 'status', status: 503 }),
		failed({ kind: 'status', status: 408 }),
		failed({ kind: 'notTheService', status: 200 }),
		failed({ kind: 'notTheService', status: 303 }),
		failed({ kind: 'notTheService', status: 502 }),
		failed({ kind: 'graphql', uncertain: true }),
		failed({ kind: 'duplicate', uncertain: true }),
	],
	noAnswer: [
		failed({ kind: 'answerLost', onlyRead: true }),
		failed({ kind: 'unreadable', onlyRead: true }),
		failed({ kind: 'status', status: 503, onlyRead: true }),
		failed({ kind: 'status', status: 408, onlyRead: true }),
		failed({ kind: 'graphql', code: 'INTERNAL_SERVER_ERROR', onlyRead: true }),
		failed({ kind: 'notTheService', status: 303, onlyRead: true }),
		failed({ kind: 'notTheService', status: 403 }),
	],
	refusedByStitch: [
		failed({ kind: 'status', status: 400 }),
		failed({ kind: 'status', status: 409 }),
		failed({ kind: 'status', status: 422 }),
		failed({ kind: 'graphql', code: 'BAD_USER_INPUT' }),
		failed({ kind: 'graphql', code: 'SOMETHING_NEW', onlyRead: true }),
	],
	partlyDone: [failed({ kind: 'partlyDone', uncertain: true })],
	paymentFailed: [failed({ kind: 'failedPayment' })],
	notFinal: [failed({ kind: 'notFinal' })],
	notOffered: [failed({ kind: 'notOffered' })],
	setup: [
		failed({ kind: 'token' }),
		failed({ kind: 'status', status: 401 }),
		failed({ kind: 'status', status: 403 }),
		failed({ kind: 'graphql', code: 'FORBIDDEN' }),
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
	const detail = 'externalReference: is too long';
	expect(detailsOf(failed({ kind: 'status', status: 400, detail }))).toMatchObject({
		kind: 'refusedByStitch',
		field: 'External Reference',
	});
});
