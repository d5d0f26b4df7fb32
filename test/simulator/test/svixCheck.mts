import { text } from 'node:stream/consumers';
import { Webhook } from 'svix';

// Run as a program: the package is an ES module, which jest's CommonJS cannot load.
const { secret, body, headers } = JSON.parse(await text(process.stdin)) as {
	secret: string;
	body: string;
	headers: Record<string, string>;
};
new Webhook(secret).verify(body, headers);
console.log('accepted');
