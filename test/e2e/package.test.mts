import type { NodeTypeDescription } from '../host/api.mts';
import { openEnvironment, type Environment } from './support/environment.mts';
import { STITCH_POLLING_TRIGGER } from './support/pollingTrigger.mts';
import { STITCH_TRIGGER } from './support/triggers.mts';
import { STITCH } from './support/workflows.mts';

describe('the packed package in a real n8n', () => {
	let environment: Environment;
	let types: NodeTypeDescription[];

	beforeAll(async () => {
		environment = await openEnvironment();
		types = await environment.api.nodeTypes();
	});

	it.each([
		[STITCH, 'Stitch Payments'],
		[`${STITCH}Tool`, 'Stitch Payments Tool'],
		[STITCH_TRIGGER, 'Stitch Payments Trigger'],
		[STITCH_POLLING_TRIGGER, 'Stitch Payments Polling Trigger'],
	])('brings the node %s as "%s"', async (name, displayName) => {
		const found = types.filter((type) => type.name === name);
		expect(new Set(found.map((type) => type.displayName))).toEqual(new Set([displayName]));
	});

	it.each([
		['stitchApi', 'Stitch API'],
		['stitchUserOAuth2Api', 'Stitch User OAuth2 API'],
	])('brings the credential %s as "%s"', async (name, displayName) => {
		const credentials = await environment.api.credentialTypes();
		expect(credentials).toContainEqual(expect.objectContaining({ name, displayName }));
	});

	it('brings icons that n8n serves', async () => {
		const iconUrl = types.find(({ name }) => name === STITCH)?.iconUrl;
		if (typeof iconUrl !== 'object') throw new Error('The node has no light and dark icon.');
		for (const path of [iconUrl.light, iconUrl.dark]) {
			const answer = await fetch(`${environment.n8nUrl}/${path}`);
			expect([path, answer.status]).toEqual([path, 200]);
			expect(await answer.text()).toContain('<svg');
		}
	});
});
