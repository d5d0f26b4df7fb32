import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { resources } from '../../../nodes/Stitch/catalogue/resources';
import { Stitch } from '../../../nodes/Stitch/Stitch.node';

const { description } = new Stitch();

/** The parameters of a node as n8n fills them up, and the credentials it then shows. */
function shown(chosen: INodeParameters): string[] {
	const parameters =
		NodeHelpers.getNodeParameters(
			description.properties,
			chosen,
			true,
			false,
			{ typeVersion: 1 },
			description,
		) ?? {};
	return (description.credentials ?? [])
		.filter((credential) =>
			NodeHelpers.displayParameter(
				parameters,
				credential,
				{ typeVersion: 1 } as INode,
				description,
			),
		)
		.map(({ name }) => name);
}

const withUserToken = ['bankAccount getAll', 'transaction getAll'];
const operations = resources.flatMap((resource) =>
	resource.operations.map(({ value }): [string, string] => [resource.value, value]),
);

describe('the credential that the editor asks for', () => {
	it.each(operations)('is one, and the right one, for %s %s', (resource, operation) => {
		const isUser = withUserToken.includes(`${resource} ${operation}`);
		expect(shown({ resource, operation })).toEqual([isUser ? 'stitchUserOAuth2Api' : 'stitchApi']);
	});

	it('follows the choice where there is one', () => {
		const query = { resource: 'graphql', operation: 'execute' };
		expect(shown({ ...query, authentication: 'clientToken' })).toEqual(['stitchApi']);
		expect(shown({ ...query, authentication: 'userToken' })).toEqual(['stitchUserOAuth2Api']);
	});

	it("leaves Resource and Operation in n8n's editor, which hides what a credential's show rule needs", () => {
		for (const { displayOptions } of description.credentials ?? []) {
			expect(displayOptions?.show).toBeUndefined();
		}
	});

	it('does not depend on a choice that was made for another operation', () => {
		const get = { resource: 'disbursement', operation: 'get' };
		const earlier = { authentication: 'userToken', withUserToken: true };
		expect(shown({ ...get, ...earlier })).toEqual(['stitchApi']);
		const list = { resource: 'transaction', operation: 'getAll' };
		const before = { authentication: 'clientToken', withClientToken: true };
		expect(shown({ ...list, ...before })).toEqual(['stitchUserOAuth2Api']);
	});
});
