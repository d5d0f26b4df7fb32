import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';

import { hasSignature, verify, type Verification } from '../../../nodes/Stitch/webhook/signature';
import { cases } from '../../setup/thorough.mts';
import { eventText, keysOf, secretOf } from './deliveries.mts';
import fc, { anyText } from '../properties.mts';

const secret = secretOf('the subscription');
const otherSecret = secretOf('another subscription');
const now = Date.parse('2026-11-20T10:00:00Z');
const seconds = now / 1000;
const id = 'msg_2gVqW0r0b1Yk';
const text = eventText('disbursement', 'completed');
const body = Buffer.from(text);

/** Signed by the library of the standard. */
function signed(given: { by?: string; at?: number; as?: string; text?: string } = {}): string {
	const { by = secret, at = seconds, as = id } = given;
	return new Webhook(by).sign(as, new Date(at * 1000), given.text ?? text);
}

/** Signed by the svix library, in a process of its own: jest cannot load its ES modules. */
function signedBySvix(): string {
	const script = `
		import { Webhook } from 'svix';
		const [secret, id, now, body] = process.argv.slice(1);
		process.stdout.write(new Webhook(secret).sign(id, new Date(Number(now)), body));
	`;
	const values = [secret, id, String(now), text];
	return execFileSync(process.execPath, ['--input-type=module', '-e', script, ...values], {
		encoding: 'utf8',
	});
}

/** A request as it arrived: by default signed by Stitch, a moment ago, with the names of the standard. */
interface Arrived {
	family?: string;
	as?: string;
	timestamp?: string;
	signature?: unknown;
	/** More headers; one that is undefined is left out. */
	headers?: object;
	content?: unknown;
	secrets?: string[];
}

function headersOf(given: Arrived = {}) {
	const { family = 'webhook', as = id, timestamp = String(seconds) } = given;
	const signature = 'signature' in given ? given.signature : signed();
	return {
		[`${family}-id`]: as,
		[`${family}-timestamp`]: timestamp,
		[`${family}-signature`]: signature,
		...given.headers,
	} as Record<string, string>;
}

function check(given: Arrived = {}, keys = keysOf(given.secrets ?? [secret])): Verification {
	const { content = body } = given;
	return verify({ headers: headersOf(given), body: content, keys, now });
}

const isAccepted = (verification: Verification) => 'signedWith' in verification;

/** Of another subscription. */
const foreign = signed({ by: otherSecret });

/** Signed and sent at that many seconds from now. */
const skewed = (skew: number, by = secret): Arrived => ({
	timestamp: String(seconds + skew),
	signature: signed({ at: seconds + skew, by }),
});

const zoe = JSON.stringify({ type: 'payment', data: { externalReference: 'Zoë 🙂 ₂' } });
const ofBytes = { signature: signed({ text: zoe }), content: Buffer.from(zoe) };
const ofNothing = { signature: signed({ text: '' }), content: Buffer.alloc(0) };
const svix = { family: 'svix' };

it.each`
	what                                            | arrived
	${'the names of the standard'}                  | ${{}}
	${'branded names'}                              | ${svix}
	${'a signature of the svix library'}            | ${{ ...svix, signature: signedBySvix() }}
	${'several signatures, the last one right'}     | ${{ signature: `${foreign} ${signed()}` }}
	${'several signatures, the first one right'}    | ${{ signature: `${signed()} ${foreign}` }}
	${'one of an unknown version beside ours'}      | ${{ signature: `v1a,bm90IG91cnM= ${signed()}` }}
	${'a header that came twice, as Node joins it'} | ${{ signature: `${signed()}, ${signed()}` }}
	${'extra spaces between signatures'}            | ${{ signature: `v1,bm8=   ${signed()} ` }}
	${'the second of several secrets'}              | ${{ secrets: [otherSecret, secret] }}
	${'the first of several secrets'}               | ${{ secrets: [secret, otherSecret] }}
	${'a time five minutes ago'}                    | ${skewed(-300)}
	${'a time in five minutes'}                     | ${skewed(300)}
	${'a part of the branded names besides'}        | ${{ headers: { 'svix-id': 'msg_other' } }}
	${'characters of several bytes'}                | ${ofBytes}
	${'an empty body'}                              | ${ofNothing}
	${'an ID with a full stop'}                     | ${{ as: 'msg.1', signature: signed({ as: 'msg.1' }) }}
`(
	'accepts a request with $what, and says which key has signed it',
	({ arrived }: { arrived: Arrived }) => {
		const { as = id, secrets = [secret] } = arrived;
		const keys = keysOf(secrets);
		const verification = check(arrived, keys);
		expect(verification).toMatchObject({ eventId: as });
		expect('signedWith' in verification && verification.signedWith).toBe(
			keys[secrets.indexOf(secret)],
		);
	},
);

it('takes the ID from the names that were verified', () => {
	const forged = headersOf({ as: 'x', signature: 'v1,bm8=' });
	expect(check({ ...svix, headers: forged })).toMatchObject({ eventId: id });
});

/** Another text for the same bytes. */
const inOtherDigits = (encoding: 'base64url' | 'hex') =>
	`v1,${Buffer.from(signed().slice('v1,'.length), 'base64').toString(encoding)}`;

const without = (name: string) => ({ headers: { [name]: undefined } });
const mixed = {
	headers: {
		...{ 'webhook-id': undefined, 'svix-id': id },
		...{ 'webhook-signature': undefined, 'svix-signature': signed() },
	},
};
const inMilliseconds = { timestamp: String(now), signature: signed({ at: now }) };

/** How the log explains each rejection. */
const reasons = {
	unsigned: /missing or incomplete/,
	body: /did not arrive as plain bytes/,
	timestamp: /is not a number of seconds/,
	forged: /the secret may have changed, or the event is forged/,
	clock: /if that happens to every event, set the clock/,
};

it.each`
	what                                        | arrived                                           | kind
	${'no headers of a signature'}              | ${{ family: 'other' }}                            | ${'unsigned'}
	${'no ID'}                                  | ${without('webhook-id')}                          | ${'unsigned'}
	${'no timestamp'}                           | ${without('webhook-timestamp')}                   | ${'unsigned'}
	${'no signature'}                           | ${without('webhook-signature')}                   | ${'unsigned'}
	${'an empty ID'}                            | ${{ as: '', signature: signed({ as: '' }) }}      | ${'unsigned'}
	${'an empty signature'}                     | ${{ signature: '' }}                              | ${'unsigned'}
	${'a list of signatures'}                   | ${{ signature: [signed()] }}                      | ${'unsigned'}
	${'names of both families, none complete'}  | ${mixed}                                          | ${'unsigned'}
	${'a body that was parsed already'}         | ${{ content: JSON.parse(text) as object }}        | ${'body'}
	${'a body given as text'}                   | ${{ content: text }}                              | ${'body'}
	${'no body'}                                | ${{ content: null }}                              | ${'body'}
	${'a timestamp in milliseconds'}            | ${inMilliseconds}                                 | ${'timestamp'}
	${'a timestamp after white space'}          | ${{ timestamp: ` ${seconds}` }}                   | ${'timestamp'}
	${'a timestamp with a fraction'}            | ${{ timestamp: `${seconds}.0` }}                  | ${'timestamp'}
	${'a timestamp with letters behind it'}     | ${{ timestamp: `${seconds}x` }}                   | ${'timestamp'}
	${'a timestamp that is no number'}          | ${{ timestamp: 'now' }}                           | ${'timestamp'}
	${'a negative timestamp'}                   | ${{ timestamp: '-1' }}                            | ${'timestamp'}
	${'a timestamp that was not signed'}        | ${{ timestamp: String(seconds + 1) }}             | ${'forged'}
	${'an ID that was not signed'}              | ${{ as: 'msg_other', signature: signed() }}       | ${'forged'}
	${'a line break after the signed body'}     | ${{ content: Buffer.from(`${text}\n`) }}          | ${'forged'}
	${'the signature of another secret'}        | ${{ signature: foreign }}                         | ${'forged'}
	${'a signature, but no secret to compare'}  | ${{ secrets: [] }}                                | ${'forged'}
	${'a signature without its version'}        | ${{ signature: signed().slice('v1,'.length) }}    | ${'forged'}
	${'a version without a signature'}          | ${{ signature: 'v1' }}                            | ${'forged'}
	${'a version and a comma alone'}            | ${{ signature: 'v1,' }}                           | ${'forged'}
	${'the right signature as another version'} | ${{ signature: signed().replace('v1,', 'v2,') }}  | ${'forged'}
	${'hexadecimal in place of base64'}         | ${{ signature: inOtherDigits('hex') }}            | ${'forged'}
	${'base64 for URLs'}                        | ${{ signature: inOtherDigits('base64url') }}      | ${'forged'}
	${'base64 without padding'}                 | ${{ signature: signed().replace('=', '') }}       | ${'forged'}
	${'white space inside the signature'}       | ${{ signature: signed().replace('v1,', 'v1, ') }} | ${'forged'}
	${'commas between signatures'}              | ${{ signature: `${foreign},${signed()}` }}        | ${'forged'}
	${'a foreign signature of long ago'}        | ${skewed(-301, otherSecret)}                      | ${'forged'}
	${'a time five minutes and a second ago'}   | ${skewed(-301)}                                   | ${'clock'}
	${'a time in five minutes and a second'}    | ${skewed(301)}                                    | ${'clock'}
`(
	'rejects a request with $what as "$kind"',
	({ arrived, kind }: { arrived: Arrived; kind: keyof typeof reasons }) => {
		const reason = expect.stringMatching(reasons[kind]) as unknown;
		expect(check(arrived)).toEqual({ rejection: { kind, reason } });
	},
);

it.each`
	skew    | direction
	${-400} | ${'behind'}
	${400}  | ${'ahead of'}
`(
	'logs how far the clocks are apart: 400 s $direction',
	({ skew, direction }: { skew: number; direction: string }) => {
		const reason = expect.stringContaining(
			`400 s ${direction} the clock of this machine`,
		) as unknown;
		expect(check(skewed(skew))).toMatchObject({ rejection: { reason } });
	},
);

it('sees before any key is read whether a request has the headers of a signature', () => {
	expect(hasSignature(headersOf({ signature: 'v1,any' }))).toBe(true);
	expect(hasSignature(headersOf({ ...svix, signature: 'v1,any' }))).toBe(true);
	expect(hasSignature(headersOf({ signature: undefined }))).toBe(false);
	expect(hasSignature({})).toBe(false);
});

it('agrees with the library of the standard on whatever that library has signed', () => {
	const anyId = fc.stringMatching(/^[\w.-]{1,40}$/);
	const anyKey = fc.uint8Array({ minLength: 24, maxLength: 64 });
	fc.assert(
		fc.property(anyId, anyText(), anyKey, (as, content, key) => {
			const by = `whsec_${Buffer.from(key).toString('base64')}`;
			const signature = signed({ by, as, text: content });
			const arrived = { as, signature, secrets: [by], content: Buffer.from(content) };
			expect(check(arrived)).toMatchObject({ eventId: as });
		}),
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
		const content = part.map((one) => Buffer.from(one));
		const forged = fc.record({ as: part, timestamp, signature, content });
		fc.assert(
			fc.property(forged, (arrived) => !isAccepted(check(arrived))),
			runs,
		);
	});

	/** The ID, timestamp, signature and bytes of a request that is genuine, as text. */
	const genuine = [id, String(seconds), signed(), body.toString('latin1')];
	const isAcceptedWith = (part: number, changed: string) => {
		const [as, timestamp, signature, bytes = ''] = genuine.with(part, changed);
		return isAccepted(check({ as, timestamp, signature, content: Buffer.from(bytes, 'latin1') }));
	};
	const places = fc.nat(3).chain((part) => {
		const was = genuine[part] ?? '';
		return fc.record({
			part: fc.constant(part),
			was: fc.constant(was),
			at: fc.nat(was.length - 1),
		});
	});

	it('cut off anywhere', () => {
		fc.assert(
			fc.property(places, ({ part, was, at }) => !isAcceptedWith(part, was.slice(0, at))),
			runs,
		);
	});

	it('with one bit flipped', () => {
		fc.assert(
			fc.property(places, fc.nat(7), ({ part, was, at }, bit) => {
				const bytes = Buffer.from(was, 'latin1');
				bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
				return !isAcceptedWith(part, bytes.toString('latin1'));
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
		const escaped = (_: string, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`;
		const rewrite = fc.constantFrom(
			(json: string) => JSON.stringify(JSON.parse(json), null, 1),
			(json: string) => ` ${json}`,
			(json: string) => `${json}\r\n`,
			(json: string) => `\uFEFF${json}`,
			(json: string) => json.replace(/"([a-z])/i, escaped),
			(json: string) => json.replace(':', ' :'),
		);
		fc.assert(
			fc.property(content, rewrite, (value, write) => {
				const json = JSON.stringify(value);
				const written = write(json);
				fc.pre(written !== json);
				const signature = signed({ text: json });
				return !isAccepted(check({ signature, content: Buffer.from(written) }));
			}),
			runs,
		);
	});
});
