import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { asNodeError, messageOf } from '../../../nodes/Stitch/run/nodeError';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
import {
	ServiceFailure,
	type FailureDetails,
	type Happened,
} from '../../../nodes/Stitch/transport/failure';

const node = { name: 'Stitch' } as INode;

const refused: FailureDetails = {
	kind: 'status',
	happened: 'no',
	status: 400,
	code: 'BAD_USER_INPUT',
	title: 'Invalid Input',
	detail: 'The amount is too small',
};

describe('an explanation of what was thrown', () => {
	it('names every mistake of an item, and each advice once', () => {
		const fix = 'Choose the bank from the list.';
		const cause = new InvalidInput([
			{ field: 'Bank', what: 'is empty', fix },
			{ field: 'Second Bank', what: 'is empty', fix },
			{ field: 'Amount', what: 'is empty', fix: 'Enter the amount.' },
			{ field: 'Reason', what: 'is empty', fix: '' },
		]);
		const { message, description } = messageOf(cause);
		expect(message).toBe(
			"'Bank' is empty; 'Second Bank' is empty; 'Amount' is empty; 'Reason' is empty",
		);
		expect(description).toBe('Choose the bank from the list. Enter the amount.');
	});

	it('explains a failure of the service', () => {
		const { message, description } = messageOf(new ServiceFailure(refused));
		expect(`${message} ${description}`).toContain('The amount is too small');
		expect(description).not.toBe('');
	});

	it("is that of n8n's error, with its advice", () => {
		const error = new NodeOperationError(node, 'No address', { description: 'Enter one.' });
		expect(messageOf(error)).toEqual({ message: 'No address', description: 'Enter one.' });
	});

	it.each([
		[new TypeError('x is undefined'), 'x is undefined'],
		['a text', 'a text'],
		[undefined, 'undefined'],
	])('says of anything else what it says of itself: %s', (cause, message) => {
		expect(messageOf(cause)).toEqual({ message, description: '' });
	});
});

const forbidden = { kind: 'status', happened: 'no', status: 403 } as const;

describe("n8n's error", () => {
	it.each([
		new NodeOperationError(node, 'Said already'),
		new NodeApiError(node, { message: 'Said already' }),
	])('is the one that was thrown where it is one already', (error) => {
		expect(asNodeError(node, error, 3)).toBe(error);
	});

	it('of a rejected item says that nothing was sent for it', () => {
		const cause = new InvalidInput([{ field: 'Bank', what: 'is empty', fix: 'Choose a bank.' }]);
		const error = asNodeError(node, cause, 2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.description).toBe('Choose a bank. Nothing was sent for this item.');
		expect(error.context.itemIndex).toBe(2);
	});

	it.each<[string, FailureDetails]>([
		['the secret is wrong', { kind: 'token', happened: 'no', sentence: 'Wrong secret' }],
		['a scope is missing', { ...forbidden, missingScopes: ['client_refund'] }],
		['Stitch does not accept the credential', { ...forbidden, status: 401 }],
		['there is no connection', { kind: 'notConnected', happened: 'no' }],
		['Stitch receives too many requests', { ...forbidden, status: 429 }],
	])('says that nothing was sent where %s', (_why, details) => {
		const cause = new ServiceFailure(details);
		expect(asNodeError(node, cause, 0).description).toMatch(
			/(?:^|\. )Nothing was sent for this item\.$/,
		);
		expect(asNodeError(node, cause).description ?? '').not.toContain('Nothing was sent');
	});

	it.each<[string, FailureDetails, Happened]>([
		['the item was sent before that', { kind: 'notConnected', happened: 'no' }, 'yes'],
		['an answer was lost before that', { kind: 'notConnected', happened: 'no' }, 'maybe'],
		['an earlier try may have arrived', { ...forbidden, happened: 'maybe' }, 'no'],
		['Stitch refused the values', { ...forbidden, status: 400 }, 'no'],
	])('does not say so where %s', (_why, details, happened) => {
		const error = asNodeError(node, new ServiceFailure(details), 0, happened);
		expect(error.description).not.toContain('Nothing was sent');
	});

	it('speaks of no item outside a run', () => {
		const cause = new InvalidInput([{ field: 'Bank', what: 'is empty', fix: 'Choose a bank.' }]);
		const error = asNodeError(node, cause);
		expect(error.description).toBe('Choose a bank.');
		expect(error.context.itemIndex).toBeUndefined();
	});

	it.each([new TypeError('x is undefined'), new ServiceFailure(refused)])(
		'has no parameters of the node, which may hold an account number: %s',
		(cause) => {
			const paying = { ...node, parameters: { accountNumber: '1234567890' } };
			expect(asNodeError(paying, cause).node).toEqual({ name: 'Stitch', parameters: {} });
		},
	);

	it('does not claim that nothing was sent when that is unknown', () => {
		const error = asNodeError(node, new TypeError('x is undefined'), 0);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.description ?? '').toBe('');
	});

	it('of the service carries what the service said, and leaves out what it did not', () => {
		const error = asNodeError(node, new ServiceFailure(refused), 1);
		expect(error).toBeInstanceOf(NodeApiError);
		expect((error as NodeApiError).httpCode).toBe('400');
		expect(error.context.itemIndex).toBe(1);
		expect(error.context.data).toStrictEqual({
			kind: 'refusedByStitch',
			httpStatus: 400,
			code: 'BAD_USER_INPUT',
			title: 'Invalid Input',
			detail: 'The amount is too small',
		});
	});

	it('of the service has the code of the network, and no HTTP code, where no answer came', () => {
		const networkCode = 'CERT_HAS_EXPIRED';
		const error = asNodeError(
			node,
			new ServiceFailure({ kind: 'notConnected', happened: 'no', networkCode }),
			0,
		);
		expect((error as NodeApiError).httpCode).toBeNull();
		expect(error.context.data).toStrictEqual({ kind: 'notSent', networkCode });
	});
});

it('what else is known of a mistake is among the facts of its error', () => {
	const mistake = { field: 'Amount', what: 'is missing', fix: '' };
	const columns = [{ needed: 'amount', found: null }];
	const { context } = asNodeError(node, new InvalidInput([mistake], 'invalidField', { columns }));
	expect(context.data).toEqual({ kind: 'invalidField', field: 'Amount', columns });
});
