import { StitchApi } from '../../credentials/StitchApi.credentials';
import { until } from '../host/until.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import type { Editor } from './editor.mts';
import { personAtEditor } from './person.mts';

const SUCCESS = 'Connection tested successfully'; // n8n's own sentence

/** Where the editor keeps the value of the field with this label. */
function fieldOf(label: string): string {
	const field = new StitchApi().properties.find(({ displayName }) => displayName === label);
	return field?.name ?? `there is no ${label}`;
}

const SCOPES = fieldOf('Scopes');
const SECRET = fieldOf('Client Secret');

describe('a person who adds the credential "Stitch API" in the editor', () => {
	const person = personAtEditor();
	const { step } = person;
	let editor: Editor;

	beforeAll(() => {
		({ editor } = person);
	});

	/** Fills in the form, apart from Scopes. */
	async function fillIn(client: Pick<TestClient, 'clientId' | 'clientSecret'>): Promise<void> {
		const { baseUrl, authUrl, graphqlUrl } = person.environment.service;
		await editor.turn(fieldOf('Use Custom Addresses'), 'on');
		const values = {
			'Client ID': client.clientId,
			'Client Secret': client.clientSecret,
			'REST Address': baseUrl,
			'Authorization Address': authUrl,
			'GraphQL Address': graphqlUrl,
		};
		for (const [label, value] of Object.entries(values)) await editor.fill(fieldOf(label), value);
	}

	step('is told to choose scopes, of which none is chosen at first', async () => {
		await editor.newCredential('stitch', 'Stitch API');
		await editor.nameCredential('Without a scope');
		await fillIn(await person.environment.control.createClient());
		expect(await editor.chosenIn(SCOPES)).toEqual([]);
		await editor.saveCredential();
		expect(await editor.whyNotConnected()).toContain('No scope is chosen in the credential.');
	});

	step(
		'reads why a secret is not right, corrects it, and cannot read it any more after that',
		async () => {
			const client = await person.environment.control.createClient({ scopes: ['client_card'] });
			const name = `Till of ${client.clientId}`;
			await editor.newCredential('sti', 'Stitch API');
			await editor.nameCredential(name);
			await fillIn({ ...client, clientSecret: 'wrong-secret-for-tests' });
			await editor.toggle(SCOPES, 'Cards');
			await editor.screenshot('credential-filled-in', editor.credential);
			await editor.saveCredential();
			expect(await editor.whyNotConnected()).toContain(
				"'Client ID' or 'Client Secret' is not right. Copy both again from the Stitch dashboard",
			);
			await editor.screenshot('credential-bad-secret', editor.credential);

			const secret = editor.field(SECRET).locator('input');
			await secret.fill(client.clientSecret);
			await editor.saveCredential();
			await editor.credential.getByText(SUCCESS).waitFor();
			await editor.screenshot('credential-good', editor.credential);
			expect(await secret.getAttribute('type')).toBe('password');

			await editor.openCredential(name);
			await until(
				'something in the place of the secret',
				async () => await secret.inputValue(),
				(value) => value !== '',
			);
			expect(await editor.chosenIn(SCOPES)).toEqual(['Cards']);
			expect(await secret.getAttribute('type')).toBe('password');
			expect(await secret.inputValue()).not.toContain(client.clientSecret);
			expect(await editor.page.content()).not.toContain(client.clientSecret);
		},
	);
});
