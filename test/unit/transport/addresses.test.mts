import {
	foreignHost,
	isOnThisMachine,
	readAddresses,
	whyNotPublic,
} from '../../../nodes/Stitch/transport/addresses';

const customAddress = (baseUrl: string) => readAddresses({ useCustomAddresses: true, baseUrl });

describe('the addresses of a credential', () => {
	it('are those of production when none is given', () => {
		expect(customAddress(' ')).toEqual({
			addresses: {
				baseUrl: 'https://api.stitch.money/v2',
				authUrl: 'https://secure.stitch.money',
				graphqlUrl: 'https://api.stitch.money',
			},
			mistakes: [],
		});
	});

	it.each([
		['may be used', 'https://proxy.example/v2'],
		['must not be used', 'http://proxy.example/v2'],
	])('are those of production while the form shows no other that %s', (_, baseUrl) => {
		const hidden = readAddresses({ useCustomAddresses: false, baseUrl });
		expect(hidden).toEqual(readAddresses({}));
		expect(hidden.addresses.baseUrl).toBe('https://api.stitch.money/v2');
	});

	it('lose spaces and trailing slashes', () => {
		const { addresses } = customAddress(' https://proxy.example/stitch/v2// ');
		expect(addresses.baseUrl).toBe('https://proxy.example/stitch/v2');
	});

	it.each([
		'http://127.0.0.1:5000/v2',
		'http://localhost:5000/v2',
		'http://[::1]:5000/v2',
		'https://proxy.example/v2',
	])('may be %s', (baseUrl) => {
		expect(customAddress(baseUrl).mistakes).toEqual([]);
	});

	it.each([
		['http://api.stitch.money/v2', 'must start with https://'],
		['http://127.0.0.1.example/v2', 'must start with https://'],
		['http://localhost.example/v2', 'must start with https://'],
		['ftp://127.0.0.1/v2', 'must start with https://'],
		['api.stitch.money', 'is not a full web address'],
		['https://user:word@api.stitch.money', 'must not contain a user name or password'],
		['https://user@api.stitch.money', 'must not contain a user name or password'],
		['https://:word@api.stitch.money', 'must not contain a user name or password'],
		['https://api.stitch.money/v2?x=1', 'must not contain a query or a fragment'],
		['https://api.stitch.money/v2#x', 'must not contain a query or a fragment'],
	])('must not be %s', (baseUrl, why) => {
		const [mistake] = customAddress(baseUrl).mistakes;
		expect(mistake?.label).toBe('REST Address');
		expect(mistake?.why).toContain(why);
	});
});

it.each([
	['http://127.0.0.1:5678/webhook', true],
	['http://127.9.9.9', true],
	['http://127.10.20.30', true],
	['http://localhost:5678/webhook', true],
	['http://10.0.0.1', false],
	['http://127.0.0.1.nip.example', false],
	['https://n8n.example.com', false],
	['', false],
])('%s names this machine: %p', (address, expected) => {
	expect(isOnThisMachine(address)).toBe(expected);
});

it.each([
	'https://n8n.example.com/webhook/1/webhook',
	'https://n8n.example.co.za:8443/webhook',
	'https://93.184.216.34/webhook',
	'https://172.15.0.1/webhook',
	'https://100.128.0.1/webhook',
	'https://[2001:db8::1]/webhook',
	'https://localhost.example.com/webhook',
	'https://fd.example.com/webhook',
])('an address that Stitch can send events to is %s', (address) => {
	expect(whyNotPublic(address)).toBeUndefined();
});

it.each([
	'http://n8n.example.com/webhook',
	'https://localhost:5678/webhook',
	'https://n8n/webhook',
	'https://n8n.local/webhook',
	'https://n8n.localhost/webhook',
	'https://n8n.internal/webhook',
	'https://127.0.0.1/webhook',
	'https://0.0.0.0/webhook',
	'https://10.1.2.3/webhook',
	'https://172.16.0.1/webhook',
	'https://172.31.255.1/webhook',
	'https://192.168.1.1/webhook',
	'https://169.254.1.1/webhook',
	'https://100.64.0.1/webhook',
	'https://2130706433/webhook',
	'https://[::1]/webhook',
	'https://[::]/webhook',
	'https://[fd00::1]/webhook',
	'https://[fe80::1]/webhook',
	'ftp://n8n.example.com/webhook',
	'/webhook/1',
	'',
])('an address that Stitch cannot send events to is %j', (address) => {
	expect(whyNotPublic(address)).toEqual(expect.any(String));
});

describe('a token', () => {
	it('goes to no address of the credential that is not safe', () => {
		const credential = { useCustomAddresses: true, baseUrl: 'http://rest.test/v2' };
		expect(foreignHost(credential, { url: 'http://rest.test/v2/cards' })).toBe('rest.test');
	});

	it('goes nowhere where a request names no address', () => {
		expect(foreignHost({}, {})).toBe('an address that cannot be read');
		expect(foreignHost({}, { baseURL: 'https://evil.test' })).toBe('evil.test');
	});
});
