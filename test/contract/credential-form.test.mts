import { StitchApi } from '../../credentials/StitchApi.credentials';
import { credentialForm } from '../simulator/credential-form.mts';

describe('what the simulator prints for a credential', () => {
	const values: Record<string, string> = {
		clientId: 'test-client',
		clientSecret: 'simulated-secret-of-a-test',
		chosenScopes: 'any, or all',
		useCustomAddresses: 'on',
		baseUrl: 'http://127.0.0.1:4400/v2',
		authUrl: 'http://127.0.0.1:4401',
		graphqlUrl: 'http://127.0.0.1:4402',
	};

	it('has a line for each field of the form, with its label and in its order', () => {
		const {
			clientId = '',
			clientSecret = '',
			baseUrl = '',
			authUrl = '',
			graphqlUrl = '',
		} = values;
		const client = { clientId, clientSecret };
		const printed = credentialForm({ baseUrl, authUrl, graphqlUrl, client }).split('\n');
		const fields = new StitchApi().properties.filter(({ name }) => name in values);
		expect(fields).toHaveLength(Object.keys(values).length);
		expect(printed.map((line) => line.trim().split(/ {2,}/))).toEqual(
			fields.map(({ displayName, name }) => [displayName, values[name]]),
		);
	});
});
