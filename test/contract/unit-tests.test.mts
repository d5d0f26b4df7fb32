import { existsSync, globSync } from 'node:fs';
import { sep } from 'node:path';

/** Files that state fields, names or documents and decide nothing. */
const STATE_ONLY = [
	'actions/bankAccount/verifyFields',
	'actions/fields/cancellation',
	'actions/fields/payer',
	'actions/fields/versions',
	'actions/paymentConsent/createFields',
	'actions/paymentRequest/additionalFields',
	'actions/paymentRequest/createFields',
	'actions/payerReturn/webhook',
	'actions/refund/refundFilters',
	'actions/subtitle',
	'polling/fields',
	'run/resumeAddress',
	'schemas/countries',
	'schemas/list',
	'webhook/fields',
	'webhook/subtitle',
];

/** Files that are a part of another and are tested with it, in the test of that name. */
const PART_OF: Record<string, string> = {
	'actions/bankAccount/untilVerified': 'actions/bankAccount/verify',
	'actions/charge/chargePayment': 'actions/charge/create',
	'actions/charge/chargeableConsent': 'actions/charge/create',
	'actions/disbursement/disbursementPayment': 'actions/disbursement/create',
	'actions/disbursement/payoutSpeed': 'actions/disbursement/create',
	'actions/paymentConsent/endingConsent': 'actions/paymentConsent/cancel',
	'webhook/tries': 'webhook/startOnce',
	'idempotency/attempt': 'idempotency/sendOnce',
	'idempotency/onceFailures': 'idempotency/sendOnce',
	'actions/payerReturn/awaited': 'actions/payerReturn/outcome',
	'actions/payerReturn/consentTexts': 'actions/payerReturn/texts',
	'actions/payerReturn/firstReading': 'actions/paymentRequest/waitForPayment',
	'actions/payerReturn/whyNotWaiting': 'actions/paymentConsent/waitForConsent',
	'actions/payerReturn/whereLinkLeads': 'actions/paymentRequest/waitForPayment',
	'actions/paymentConsent/awaitedConsent': 'actions/paymentConsent/waitForConsent',
	'actions/paymentRequest/awaitedPayment': 'actions/payerReturn/receiveReturn',
	'actions/payerReturn/returnAddress': 'actions/paymentRequest/create',
	'actions/refund/chargeRefund': 'actions/refund/createOfCharge',
	'actions/refund/inPersonRefund': 'actions/refund/create',
	'actions/refund/onlineRefund': 'actions/refund/createOnline',
	'actions/terminalSession/terminalSessionPayment': 'actions/terminalSession/create',
	'polling/beginning': 'polling/poll',
	'polling/keptCursor': 'polling/poll',
	'polling/latestChanges': 'polling/deliver',
	'run/earlierOutputs': 'actions/paymentRequest/waitForPayment',
	'run/finish': 'run/run',
	'schemas/accountNumber': 'actions/disbursement/disbursement.schema',
	'schemas/characters': 'schemas/visibleText',
	'schemas/clockChange': 'schemas/dateTime',
	'transport/answers': 'transport/concurrencyLimit',
	'transport/failure': 'transport/service',
	'transport/json': 'transport/graphql',
	'transport/refusals': 'transport/pace',
	'transport/renewalRefusal': 'transport/withUserToken',
	'transport/scopes': 'transport/messages',
	'transport/testClient': 'webhook/filters',
	'transport/traffic': 'transport/pace',
};

const asName = (path: string) => path.split(sep).join('/');

/** Shipped files by their path from `nodes/Stitch`, without the ending. */
const shipped = globSync('nodes/Stitch/**/*.ts')
	.map((path) => asName(path).slice('nodes/Stitch/'.length, -'.ts'.length))
	// An operation's rules are tested through the operation; n8n's node classes in the integration tests.
	.filter((name) => !/(^|\/)index$|\.(graphql|schema|node)$/.test(name));

const testOf = (name: string) => `test/unit/${name.replace(/\.operation$/, '')}.test.mts`;

it.each(shipped.filter((name) => !STATE_ONLY.includes(name)))(
	'%s has a unit test of its own name, or of the file that it is a part of',
	(name) => {
		expect(existsSync(testOf(PART_OF[name] ?? name))).toBe(true);
	},
);

it('has a unit test for each credential', () => {
	for (const path of globSync('credentials/*.credentials.ts')) {
		expect(existsSync(`test/unit/${asName(path).replace('.credentials.ts', '.test.mts')}`)).toBe(
			true,
		);
	}
});

it('lists no file as one without a test that has one, or that is gone', () => {
	for (const name of [...STATE_ONLY, ...Object.keys(PART_OF)]) {
		expect([name, shipped.includes(name), existsSync(testOf(name))]).toEqual([name, true, false]);
	}
});
