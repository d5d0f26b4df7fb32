import { openEnvironment, type Environment } from './environment.mts';
import { STITCH } from './workflows.mts';

describe('the packed package in a real n8n', () => {
	let environment: Environment;

	beforeAll(async () => {
		environment = await openEnvironment();
	});

	it('brings the action node under its name', async () => {
		const types = await environment.api.nodeTypes();
		const found = types.filter(({ name }) => name === STITCH);
		expect(found.map(({ displayName }) => displayName)).toEqual(['Stitch Payments']);
	});

	it('brings the action node as a tool for AI agents', async () => {
		const types = await environment.api.nodeTypes();
		expect(types.map(({ name }) => name)).toContain(`${STITCH}Tool`);
	});

	it('brings the credential', async () => {
		const types = await environment.api.credentialTypes();
		expect(types).toContainEqual(
			expect.objectContaining({ name: 'stitchApi', displayName: 'Stitch API' }),
		);
	});

	it('brings icons that n8n serves', async () => {
		const types = await environment.api.nodeTypes();
		const iconUrl = types.find(({ name }) => name === STITCH)?.iconUrl;
		if (typeof iconUrl !== 'object') throw new Error('The node has no light and dark icon.');
		for (const path of [iconUrl.light, iconUrl.dark]) {
			const answer = await fetch(`${environment.n8nUrl}/${path}`);
			expect([path, answer.status]).toEqual([path, 200]);
			expect(await answer.text()).toContain('<svg');
		}
	});
});
