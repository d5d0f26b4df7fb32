import { isElsewhere } from '../../../../nodes/Stitch/actions/eventSubscription/eventSubscriptions';

const own = ['https://n8n.test/'];

it.each([
	['the production address of a trigger', 'https://n8n.test/webhook/1/webhook', own],
	['its test address', 'https://n8n.test/webhook-test/1/webhook', own],
	['an address in another spelling', 'HTTPS://N8N.test:443/webhook/1/webhook', own],
	['an address below a path', 'https://shared.test/n8n/webhook/1', ['https://shared.test/n8n/']],
	[
		'a test address that begins as the editor does',
		'https://editor.test/webhook-test/1/webhook',
		[...own, 'https://editor.test/'],
	],
	['a simulator’s', 'http://127.0.0.1:5678/webhook/1', ['http://127.0.0.1:5678/']],
])('takes %s for one of this n8n', (_, url, addresses) => {
	expect(isElsewhere(url, addresses)).toBe(false);
});

it.each([
	['an old tunnel', 'https://old-tunnel.test/webhook/1/webhook', own],
	['a host that begins alike', 'https://n8n.test.example.com/webhook/1', own],
	['another port', 'https://n8n.test:8443/webhook/1', own],
	['another path of the host', 'https://shared.test/shop/1', ['https://shared.test/n8n/']],
])('knows %s for another', (_, url, addresses) => {
	expect(isElsewhere(url, addresses)).toBe(true);
});

it.each([
	['knows no public address of its own', ['http://localhost:5678/']],
	[
		'knows a public address for its editor only',
		['http://localhost:5678/', 'https://editor.test/'],
	],
])('does not guess where n8n %s', (_, addresses) => {
	expect(isElsewhere('https://n8n.test/webhook/1/webhook', addresses)).toBeNull();
});
