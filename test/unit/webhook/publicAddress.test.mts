import { whyNotPublic } from '../../../nodes/Stitch/webhook/publicAddress';

it.each([
	'https://n8n.example.com/webhook/1/webhook',
	'https://n8n.example.co.za:8443/webhook',
	'https://93.184.216.34/webhook',
	'https://172.15.0.1/webhook',
	'https://100.128.0.1/webhook',
	'https://[2001:db8::1]/webhook',
	'https://localhost.example.com/webhook',
	'https://fd.example.com/webhook',
])('takes %s for public', (address) => {
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
])('does not take %s for public', (address) => {
	expect(whyNotPublic(address)).toEqual(expect.any(String));
});
