import { NodeOperationError, type INode } from 'n8n-workflow';

import { failedItem } from '../../../nodes/Stitch/run/entry';
import { asNodeError } from '../../../nodes/Stitch/run/nodeError';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';

const node = { name: 'Stitch' } as INode;
const first = { index: 0, files: {} };

it('says what is wrong and how to fix it, linked to its input item', () => {
	const description = 'Enter the amount.';
	const error = new NodeOperationError(node, "'Amount' is empty", { description });
	expect(failedItem(error, { index: 3, files: {} })).toEqual({
		json: { error: "'Amount' is empty", details: { howToFix: 'Enter the amount.' } },
		pairedItem: { item: 3 },
	});
});

it('adds what the service said to the details', () => {
	const failure = new ServiceFailure({
		kind: 'status',
		status: 403,
		missingScopes: ['client_card'],
	});
	const { json } = failedItem(asNodeError(node, failure, 0), first);
	expect(json.details).toMatchObject({ httpStatus: 403, missingScopes: ['client_card'] });
});

it('contains only error and details, because n8n sends only that to the error branch', () => {
	const failure = new ServiceFailure({ kind: 'answerLost' });
	const item = failedItem(asNodeError(node, failure, 0), first);
	expect(Object.keys(item.json)).toEqual(['error', 'details']);
	expect(item).not.toHaveProperty('error');
});

it('leaves the advice empty where there is none', () => {
	const { json } = failedItem(new NodeOperationError(node, 'Unheard of'), first);
	expect(json.details).toEqual({ howToFix: '' });
});

it('keeps the files of its input item', () => {
	const files = { binary: { invoice: { data: 'aGk=', mimeType: 'text/plain' } } };
	const error = new NodeOperationError(node, "'Amount' is empty");
	expect(failedItem(error, { index: 0, files })).toMatchObject(files);
});
