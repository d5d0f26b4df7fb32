import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';

import type { Rejection } from '../../../nodes/Stitch/webhook/rejections';
import {
	hasSignature,
	keysOf,
	verify,
	type Verification,
} from '../../../nodes/Stitch/webhook/signature';
import { cases } from '../../setup/thorough.mts';
import { eventText, secretOf } from './deliveries.mts';
import fc, { anyText } from '../properties.mts';

const secret = secretOf('the subscription');
const otherSecret = secretOf('another subscription');
const now = Date.parse('2026-11-20T10:00:00Z');
const seconds = now / 1000;
const id = 'msg_2gVqW0r0b1Yk';
const body = Buffer.from(eventText('disbursement', 'completed'));

/** Signed by the library of the standard. */
function signed({
	by = secret,
	at = seconds,
	as = id,
	text = body.toString(),
}: { by?: string; at?: number; as?: string; text?: string } = {}): string {
	return new Webhook(by).sign(as, new Date(at * 1000), text);
}

/** Signed by the svix library, in a process of its own: jest cannot load its ES modules. */
function signedBySvix(): string {
	const script = `
		import { Webhook } from 'svix';
		const [secret, id, now, body] = process.argv.slice(1);
		process.stdout.write(new Webhook(secret).sign(id, new Date(Number(now)), body));
	`;
	const values = [secret, id, String(now), body.toString()];
	return execFileSync(process.execPath, ['--input-type=module', '-e', script, ...values], {
		encoding: 'utf8',
	});
}

type Headers = Record<string, string | string[] | undefined>;

function headersOf(
	signature: string | string[] | undefined,
	{ family = 'webhook', timestamp = String(seconds), as = id } = {},
): Headers {
	return {
		[`${family}-id`]: as,
		[`${family}-timestamp`]: timestamp,
		[`${family}-signature`]: signature,
	};
}

function check(
	headers: Headers,
	{ secrets = [secret], content = body as unknown } = {},
): Verification {
	return verify({ headers, body: content, keys: keysOf(secrets), now });
}

const isAccepted = (verification: Verification) => 'signedWith' in verification;

/** Of another subscription. */
const foreign = signed({ by: otherSecret });

const genuine: Array<[string, () => Verification]> = [
	['one signature, names of the standard', () => withSignature(signed())],
	['one signature, branded names', () => check(headersOf(signed(), { family: 'svix' }))],
	['one of the svix library', () => check(headersOf(signedBySvix(), { family: 'svix' }))],
	['several signatures, the last one right', () => withSignature(`${foreign} ${signed()}`)],
	['several signatures, the first one right', () => withSignature(`${signed()} ${foreign}`)],
	['one of an unknown version beside ours', () => withSignature(`v1a,bm90IG91cnM= ${signed()}`)],
	['a header that came twice, as Node joins it', () => withSignature(`${signed()}, ${signed()}`)],
	['extra spaces between signatures', () => withSignature(`v1,bm8=   ${signed()} `)],
	[
		'the second of several secrets',
		() => check(headersOf(signed()), { secrets: [otherSecret, secret] }),
	],
	['exactly five minutes old', () => atSkew(-300)],
	['exactly five minutes ahead', () => atSkew(300)],
	[
		'an incomplete branded family beside a complete one of the standard',
		() => check({ ...headersOf(signed()), 'svix-id': 'msg_other' }),
	],
	[
		'characters of several bytes',
		() => {
			const text = JSON.stringify({ type: 'payment', data: { externalReference: 'Zoë 🙂 ₂' } });
			return check(headersOf(signed({ text })), { content: Buffer.from(text) });
		},
	],
	['an empty body', () => check(headersOf(signed({ text: '' })), { content: Buffer.alloc(0) })],
	['an id with a full stop', () => check(headersOf(signed({ as: 'msg.1' }), { as: 'msg.1' }))],
];

function withSignature(signature: string | string[]): Verification {
	return check(headersOf(signature));
}

function withTimestamp(timestamp: string, at = seconds): Verification {
	return check(headersOf(signed({ at }), { timestamp }));
}

function withBody(content: unknown): Verification {
	return check(headersOf(signed()), { content });
}

function atSkew(skew: number): Verification {
	return withTimestamp(String(seconds + skew), seconds + skew);
}

function without(name: string): Verification {
	const { [name]: _, ...rest } = headersOf(signed());
	return check(rest);
}

const forged: Array<[string, () => Verification]> = [
	['no headers at all', () => check({})],
	['no id', () => without('webhook-id')],
	['no timestamp', () => without('webhook-timestamp')],
	['no signature', () => without('webhook-signature')],
	['an empty id', () => check(headersOf(signed({ as: '' }), { as: '' }))],
	['an empty signature', () => withSignature('')],
	['a signature header given as a list', () => withSignature([signed()])],
	[
		'the two families mixed',
		() =>
			check({ 'svix-id': id, 'webhook-timestamp': String(seconds), 'svix-signature': signed() }),
	],
	['another id', () => check(headersOf(signed(), { as: 'msg_other' }))],
	['a wrong secret', () => withSignature(foreign)],
	['no secret known', () => check(headersOf(signed()), { secrets: [] })],
	['five minutes and a second old', () => atSkew(-301)],
	['five minutes and a second ahead', () => atSkew(301)],
	['a timestamp in milliseconds', () => withTimestamp(String(now), now)],
	['a timestamp with white space', () => withTimestamp(` ${seconds}`)],
	['a timestamp with a fraction', () => withTimestamp(`${seconds}.0`)],
	['a timestamp with trailing letters', () => withTimestamp(`${seconds}x`)],
	['a timestamp that is no number', () => withTimestamp('now')],
	['a negative timestamp', () => withTimestamp('-1')],
	['another timestamp within the tolerance', () => withTimestamp(String(seconds + 1))],
	['a signature without its version', () => withSignature(signed().slice('v1,'.length))],
	['a version without a signature', () => withSignature('v1')],
	['a version and a comma alone', () => withSignature('v1,')],
	['the right one under another version', () => withSignature(signed().replace('v1,', 'v2,'))],
	['hexadecimal in place of base64', () => withSignature(inOtherDigits('hex'))],
	['base64 for URLs', () => withSignature(inOtherDigits('base64url'))],
	['base64 without padding', () => withSignature(signed().replace('=', ''))],
	['white space inside the signature', () => withSignature(signed().replace('v1,', 'v1, '))],
	['signatures separated by commas', () => withSignature(`${foreign},${signed()}`)],
	['white space after the body', () => withBody(Buffer.concat([body, Buffer.from('\n')]))],
	['a body that was parsed already', () => withBody(JSON.parse(body.toString()))],
	['a body given as text', () => withBody(body.toString())],
	['no body', () => withBody(null)],
];

/** Another text for the same bytes. */
function inOtherDigits(encoding: 'base64url' | 'hex'): string {
	const [, base64 = ''] = signed().split(',');
	return `v1,${Buffer.from(base64, 'base64').toString(encoding)}`;
}

describe('a signature is accepted with', () => {
	it.each(genuine)('%s', (_, run) => {
		expect(isAccepted(run())).toBe(true);
	});
});

describe('a request is refused with', () => {
	it.each(forged)('%s', (_, run) => {
		expect(run()).toEqual({
			rejection: { kind: expect.any(String), reason: expect.any(String) },
		});
	});
});

it('takes the id from the family that was verified', () => {
	const headers = {
		...headersOf(signed(), { family: 'svix' }),
		...headersOf('v1,bm8=', { as: 'x' }),
	};
	expect(check(headers)).toMatchObject({ eventId: id });
});

it('says which of the keys it was signed with', () => {
	const keys = keysOf([otherSecret, secret]);
	const verification = verify({ headers: headersOf(signed()), body, keys, now });
	expect('signedWith' in verification && verification.signedWith).toBe(keys[1]);
});

it('reports a wrong clock only for requests that Stitch has signed', () => {
	expect(atSkew(-301)).toMatchObject({ rejection: { kind: 'clock' } });
	const at = seconds - 301;
	const forgery = headersOf(signed({ at, by: otherSecret }), { timestamp: String(at) });
	expect(check(forgery)).toMatchObject({ rejection: { kind: 'forged' } });
});

it('logs how far the clocks are apart', () => {
	expect(atSkew(-400)).toMatchObject({
		rejection: { reason: expect.stringContaining('400 s behind') },
	});
	expect(atSkew(400)).toMatchObject({
		rejection: { reason: expect.stringContaining('400 s ahead') },
	});
});

it('agrees with the library of the standard on whatever that library has signed', () => {
	fc.assert(
		fc.property(
			fc.stringMatching(/^[\w.-]{1,40}$/),
			anyText(),
			fc.uint8Array({ minLength: 24, maxLength: 64 }),
			(as, content, key) => {
				const by = `whsec_${Buffer.from(key).toString('base64')}`;
				const verification = check(headersOf(signed({ by, as, text: content }), { as }), {
					secrets: [by],
					content: Buffer.from(content),
				});
				expect(verification).toMatchObject({ eventId: as });
			},
		),
		{ seed: 6, numRuns: cases(2000) },
	);
});

describe('of 100,000 requests that were not signed as they are, none is accepted:', () => {
	const runs = { seed: 20261120, numRuns: cases(25_000) };

	it('forged without the secret', () => {
		const part = anyText(60);
		const base64 = fc.uint8Array({ minLength: 32, maxLength: 32 });
		const signature = fc.oneof(
			base64.map((bytes) => `v1,${Buffer.from(bytes).toString('base64')}`),
			part,
			fc.array(part, { maxLength: 4 }).map((parts) => parts.map((one) => `v1,${one}`).join(' ')),
		);
		const timestamp = fc.oneof(fc.constant(String(seconds)), part);
		fc.assert(
			fc.property(part, timestamp, signature, part, (as, at, by, content) => {
				const headers = headersOf(by, { as, timestamp: at });
				return !isAccepted(check(headers, { content: Buffer.from(content) }));
			}),
			runs,
		);
	});

	const whole = [id, String(seconds), signed(), body.toString('latin1')];
	const places = fc.nat(3).chain((part) =>
		fc.record({
			part: fc.constant(part),
			at: fc.nat((whole[part]?.length ?? 1) - 1),
			bit: fc.nat(7),
		}),
	);

	it('cut off anywhere', () => {
		fc.assert(
			fc.property(
				places,
				({ part, at }) => !checkParts(whole.with(part, whole[part]?.slice(0, at) ?? '')),
			),
			runs,
		);
	});

	it('with one bit flipped', () => {
		fc.assert(
			fc.property(places, ({ part, at, bit }) => {
				const bytes = Buffer.from(whole[part] ?? '', 'latin1');
				bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
				return !checkParts(whole.with(part, bytes.toString('latin1')));
			}),
			runs,
		);
	});

	it('with the same content written in another way', () => {
		const content = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 1 }), {
			minKeys: 1,
			maxKeys: 4,
			noNullPrototype: true,
		});
		const rewrite = fc.constantFrom(
			(value: object) => JSON.stringify(value, null, 1),
			(value: object) => ` ${JSON.stringify(value)}`,
			(value: object) => `${JSON.stringify(value)}\r\n`,
			(value: object) => `\uFEFF${JSON.stringify(value)}`,
			(value: object) =>
				JSON.stringify(value).replace(
					/"([a-z])/i,
					(_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`,
				),
			(value: object) => JSON.stringify(value).replace(':', ' :'),
		);
		fc.assert(
			fc.property(content, rewrite, (value, write) => {
				const text = JSON.stringify(value);
				const written = write(value);
				fc.pre(written !== text);
				return !isAccepted(check(headersOf(signed({ text })), { content: Buffer.from(written) }));
			}),
			runs,
		);
	});

	/** @returns whether id, timestamp, signature and body (bytes as latin1) were accepted */
	function checkParts([as, timestamp, signature, content]: string[]): boolean {
		const headers = headersOf(signature, { as, timestamp });
		return isAccepted(check(headers, { content: Buffer.from(content ?? '', 'latin1') }));
	}
});

it.each<[Rejection['kind'], string, Verification]>([
	['unsigned', 'the signature headers are missing or incomplete', without('webhook-id')],
	['body', 'the body did not arrive as plain bytes', withBody(body.toString())],
	[
		'forged',
		'no signature matches; the secret may have changed, or the event is forged',
		withSignature(foreign),
	],
	['timestamp', 'the timestamp is not a number of seconds', withTimestamp('now')],
])('a rejected request is classified by its defect: %s, %s', (kind, reason, verification) => {
	expect(verification).toMatchObject({ rejection: { kind, reason } });
});

it.each([` ${seconds}`, `${seconds}.0`, String(now)])(
	'the timestamp %j is rejected as no number of seconds, before its signature is compared',
	(timestamp) => {
		expect(withTimestamp(timestamp)).toMatchObject({ rejection: { kind: 'timestamp' } });
	},
);

it('a request has a signature where nothing but its value may be wrong', () => {
	expect(hasSignature(headersOf('v1,any'))).toBe(true);
	expect(hasSignature(headersOf('v1,any', { family: 'svix' }))).toBe(true);
	expect(hasSignature(headersOf(undefined))).toBe(false);
	expect(hasSignature({})).toBe(false);
});
