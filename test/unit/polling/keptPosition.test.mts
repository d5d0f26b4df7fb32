import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keepPosition, positionOf } from '../../../nodes/Stitch/polling/keptPosition';
import { Position } from '../../../nodes/Stitch/polling/position';
import type { Service } from '../../../nodes/Stitch/transport/service';

const begin = Date.parse('2026-11-20T08:00:00Z');
const day = 24 * 60 * 60_000;

const completed = 'paymentRequest.completed';

describe('a position that n8n keeps with a workflow', () => {
	/** Where a trigger is, and with which client. */
	const here = {
		instance: 'n8n',
		workflow: 'w',
		node: 'n',
		clientId: 'test-1',
		baseUrl: 'https://a',
	};

	/** Keeps a position at one place. @returns what is found at another, where nothing else is known */
	function reachedAt(place: typeof here): number {
		const data: IDataObject = {};
		const at = ({ instance, workflow, node, clientId, baseUrl }: typeof here) => {
			const context = {
				getInstanceId: () => instance,
				getWorkflow: () => ({ id: workflow }),
				getNode: () => ({ id: node }),
				// As n8n marks what it saves with the workflow.
				getWorkflowStaticData: (type: string) =>
					type === 'global' ? data : { __dataChanged: false },
			};
			const service = { clientId, addresses: { baseUrl }, clock: { now: () => begin } };
			return [context as unknown as IPollFunctions, service as unknown as Service] as const;
		};
		const position = new Position(begin);
		position.continueFrom({ reached: begin - day, starts: { [completed]: 0 } });
		keepPosition(...at(here), position);
		return positionOf(...at(place), new Map()).kept().reached;
	}

	it('is found again at its place, even behind another address, such as that of a proxy', () => {
		expect(reachedAt(here)).toBe(begin - day);
		expect(reachedAt({ ...here, baseUrl: 'https://b' })).toBe(begin - day);
	});

	it.each([
		['n8n', { instance: 'another' }],
		['workflow, which may be a copy', { workflow: 'copy' }],
		['node', { node: 'another' }],
		['client', { clientId: 'test-2' }],
	])('is not that of another %s', (_, other) => {
		expect(reachedAt({ ...here, ...other })).toBe(begin);
	});
});
