import { redirectAddress } from '../../../../nodes/Stitch/actions/fields/redirectUrl';
import { complaintOf } from '../../schemas/complaint.mts';

const address = redirectAddress('Redirect URL');

it.each([
	['https://shop.example.com/thanks?order=1', 'https://shop.example.com/thanks?order=1'],
	['  https://shop.example.com ', 'https://shop.example.com'],
	['http://localhost:5678/back', 'http://localhost:5678/back'],
	['http://127.0.0.1/back', 'http://127.0.0.1/back'],
	['http://[::1]/back', 'http://[::1]/back'],
	['', undefined],
	[null, undefined],
])('reads %j as %j', (given, read) => {
	expect(address.parse(given)).toBe(read);
});

it.each([
	['http://shop.example.com', /^'Redirect URL' must start with https:\/\//],
	['http://localhost.example.com', /^'Redirect URL' must start with https:\/\//],
	['javascript:alert(1)', /^'Redirect URL' must start with https:\/\//],
	['https://', /^'Redirect URL' is not a full web address$/],
	[
		'https://user:pass@shop.example.com',
		/^'Redirect URL' must not contain a user name or password$/,
	],
	['shop.example.com', /^'Redirect URL' is not a full web address$/],
	[
		'https://shop.example.com/\u200bthanks',
		/^'Redirect URL' has an invisible character \(U\+200B\) at position 26/,
	],
	['https://shop.exam\nple.com', /^'Redirect URL' has a line break at position 18$/],
	[
		'https://shop.example.com/?to=\ud83d',
		/^'Redirect URL' contains half a character at position 30/,
	],
	[{ url: 'https://shop.example.com' }, /^'Redirect URL' is an object, not text$/],
])('rejects %j', (given, what) => {
	expect(complaintOf(address, given)?.message).toMatch(what);
});
