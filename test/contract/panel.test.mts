import { resources } from '../../nodes/Stitch/actions/resources';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { shownFields } from './panel.mts';

const { description } = new Stitch();

/** Every operation has these in its options. */
const EVERYWHERE = ['Concurrency', 'Maximum Attempts', 'Retry Time Limit', 'Timeout'];

interface Panel {
	/** Labels from top to bottom below Resource and Operation, `*` where something has to be filled in. */
	fields: string;
	/** What the collections offer; "Options" beside what every operation has. */
	collections?: Record<string, string>;
}

/**
 * What a person finds when an operation is chosen, written down by hand: a field that is hidden or
 * gone by mistake is missing here.
 */
const panels: Record<string, Panel> = {
	'Bank → Get Many': {
		fields: 'Return All | Limit | Simplify | Options',
	},
	'Bank Account → Get Many': {
		fields: 'Return All | Limit | Simplify | Options',
		collections: {
			Options: 'Balances',
		},
	},
	'Bank Account → Verify': {
		fields:
			'Bank* | Account Number* | Account Type | Account Holder Type | Document Type | Document Number* | Family Name | Initials | Additional Fields | Simplify | Options',
		collections: {
			'Additional Fields': 'Branch Code | Country | Email | Phone',
			Options: 'Maximum Wait | When Still Pending',
		},
	},
	'Bank Transaction → Get Many': {
		fields: 'Bank Account ID* | Return All | Limit | Filters | Simplify | Options',
		collections: {
			Filters: 'Date From | Date To',
		},
	},
	'Card → Delete': {
		fields: 'Payer ID | Card* | Options',
	},
	'Card → Get Many': {
		fields: 'Payer ID* | Return All | Limit | Simplify | Options',
	},
	'Charge → Create': {
		fields:
			'Charge With | Payment Consent ID* | Amount* | External Reference* | Payer Reference | Duplicate Protection | Additional Fields | Simplify | Options',
		collections: {
			'Additional Fields': 'Beneficiary Account ID | Merchant ID | Metadata | Metadata (JSON)',
			Options:
				'Dry Run | Maximum Amount per Item | Maximum Total per Run | On Duplicate | Wait Until Final',
		},
	},
	'Charge → Get': {
		fields: 'Charge ID* | Simplify | Options',
		collections: {
			Options: 'Redirect URL | Wait Until Final',
		},
	},
	'Disbursement → Cancel': {
		fields: 'Disbursement* | Reason* | Options',
	},
	'Disbursement → Create': {
		fields:
			'Amount* | External Reference* | Beneficiary Name* | Bank* | Account Number* | Beneficiary Reference* | Payout Speed | Duplicate Protection | Simplify | Options',
		collections: {
			Options:
				'Dry Run | Maximum Amount per Item | Maximum Total per Day | Maximum Total per Run | On Duplicate | Shorten Names | Wait Until Final',
		},
	},
	'Disbursement → Get': {
		fields: 'Disbursement* | Simplify | Options',
		collections: {
			Options: 'Wait Until Final',
		},
	},
	'Disbursement → Get Many': {
		fields: 'Return All | Limit | Filters | Simplify | Options',
		collections: {
			Filters:
				'Beneficiary Reference | Created After | Created Before | External Reference | Nonce | Status',
		},
	},
	'Dispute Evidence → Upload': {
		fields: 'Input Binary Field | Case Reference* | Simplify | Options',
	},
	'Event Subscription → Delete': {
		fields: 'Event Subscription* | Options',
	},
	'Event Subscription → Get Many': {
		fields: 'Return All | Limit | Options',
	},
	'Fingerprint Event → Get Many': {
		fields: 'Search By | Correlation ID* | Return All | Limit | Simplify | Options',
	},
	'Float Account → Get Balance': {
		fields: 'Simplify | Options',
	},
	'GraphQL → Execute Query': {
		fields: 'Authentication | Query* | Variables (JSON) | Options',
		collections: {
			Options: 'Maximum Answer Size | On Partial Answer | Operation Name',
		},
	},
	'Payment Consent → Cancel': {
		fields: 'Payment Consent ID* | Reason* | Simplify | Options',
	},
	'Payment Consent → Create': {
		fields:
			'Payment Method | External Reference | Charge at Once | Return to This Workflow | Redirect URL | Additional Fields | Simplify | Options',
		collections: {
			'Additional Fields':
				'Metadata | Metadata (JSON) | Payer Email | Payer Full Name | Payer ID | Payer Identifying Document | Payer Mobile Number',
		},
	},
	'Payment Consent → Get': {
		fields: 'Payment Consent ID* | Simplify | Options',
		collections: {
			Options: 'Redirect URL | Return to This Workflow',
		},
	},
	'Payment Consent → Revoke': {
		fields: 'Payment Consent ID* | Reason* | Simplify | Options',
	},
	'Payment Consent → Wait for Consent': {
		fields: 'Payment Consent ID | When the Payer Has Not Agreed | Minutes | Simplify | Options',
		collections: {
			Options: 'Business Name | Page Language | Thank-You URL',
		},
	},
	'Payment Request → Cancel': {
		fields: 'Payment Request* | Reason* | Options',
	},
	'Payment Request → Confirm Return': {
		fields: 'Payment Request ID | Returned Status | External Reference | Simplify | Options',
	},
	'Payment Request → Create': {
		fields:
			'Amount* | External Reference | Payer ID | Payment Methods | Payer Reference* | Settle To | Beneficiary Name* | Bank* | Account Number* | Return to This Workflow | Redirect URL | Additional Fields | Simplify | Options',
		collections: {
			'Additional Fields':
				'Beneficiary Reference | Expire At | Failure Redirect URL | Metadata | Metadata (JSON) | Payer Account Created Date | Payer Email | Payer Full Name | Payer Identifying Document | Payer Mobile Number | Restrict Payer Bank | Split Settlement',
			Options: 'One Link per Reference | Wait Until Final',
		},
	},
	'Payment Request → Get': {
		fields: 'Payment Request* | Simplify | Options',
		collections: {
			Options: 'Redirect URL | Return to This Workflow | Wait Until Final',
		},
	},
	'Payment Request → Get Many': {
		fields: 'Return All | Limit | Filters | Simplify | Options',
		collections: {
			Filters:
				'Beneficiary Reference | Created After | Created Before | External Reference | Status | Updated After | Updated Before',
		},
	},
	'Payment Request → Simulate Payment': {
		fields: 'Payment Request* | Paid By | Money Arrives | Simplify | Options',
	},
	'Payment Request → Wait for Payment': {
		fields: 'Payment Request | When the Payer Returns Unpaid | Time Limit | Simplify | Options',
		collections: {
			Options: 'Business Name | Page Language | Page Texts | Thank-You URL',
		},
	},
	'Refund → Create': {
		fields:
			'Refund Of | Payment Request* | Beneficiary Reference* | Amount* | Reason | Duplicate Protection | Simplify | Options',
		collections: {
			Options:
				'Dry Run | Maximum Amount per Item | Maximum Total per Run | On Duplicate | When the Refund Fails',
		},
	},
	'Refund → Get': {
		fields: 'Refund* | Simplify | Options',
		collections: {},
	},
	'Refund → Get Many': {
		fields: 'Refunds Of | Return All | Limit | Filters | Simplify | Options',
		collections: {
			Filters: 'Created After | Created Before | Nonce | Payment Request ID | Status',
		},
	},
	'Terminal Session → Cancel': {
		fields: 'Terminal Session* | Simplify | Options',
	},
	'Terminal Session → Create': {
		fields:
			'Type | Amount* | Terminal ID* | External Reference* | Duplicate Protection | Additional Fields | Simplify | Options',
		collections: {
			'Additional Fields': 'Capture Method | Cashback Amount | Metadata | Metadata (JSON)',
			Options:
				'Dry Run | Maximum Amount per Item | Maximum Total per Run | On Duplicate | Wait Until Final',
		},
	},
	'Terminal Session → Get': {
		fields: 'Terminal Session* | Simplify | Options',
		collections: {
			Options: 'Wait Until Final',
		},
	},
	'Terminal Session → Get Many': {
		fields: 'Return All | Limit | Filters | Simplify | Options',
		collections: {
			Filters: 'External Reference | Nonce',
		},
	},
};

/** What a choice adds to the panel and takes away from it. */
const choices: Array<
	[operation: string, field: string, value: unknown, added: string, gone: string]
> = [
	[
		'Bank Account → Verify',
		'holderType',
		'business',
		'Registration Number* | Business Name',
		'Document Type | Document Number* | Family Name | Initials',
	],
	[
		'Disbursement → Create',
		'nonceSource',
		'custom',
		'External Reference | Custom Nonce*',
		'External Reference*',
	],
	[
		'Disbursement → Create',
		'nonceSource',
		'itemContent',
		'External Reference',
		'External Reference*',
	],
	['Charge → Create', 'chargeWith', 'card', 'Card ID*', 'Payment Consent ID* | Payer Reference'],
	['Fingerprint Event → Get Many', 'searchBy', 'deviceId', 'Device ID*', 'Correlation ID*'],
	[
		'Payment Consent → Create',
		'returnToThisWorkflow',
		true,
		'Add Payment Consent → Wait for Consent after this node. The domain of this n8n must be on the list of your client at Stitch. Approvals and forms that follow belong in a workflow of their own: here, the payer could answer them.',
		'Redirect URL',
	],
	[
		'Payment Consent → Create',
		'chargeAtOnce',
		true,
		'First Charge Amount* | First Charge Reference*',
		'',
	],
	[
		'Payment Consent → Create',
		'paymentMethod',
		'capitecPay',
		'Maximum Amount* | Frequency | Start Date | Payment Description*',
		'Charge at Once',
	],
	[
		'Payment Request → Create',
		'settleTo',
		'merchant',
		'Merchant ID*',
		'Beneficiary Name* | Bank* | Account Number*',
	],
	[
		'Payment Request → Create',
		'returnToThisWorkflow',
		true,
		'Add Payment Request → Wait for Payment after this node. The domain of this n8n must be on the list of your client at Stitch. Approvals and forms that follow belong in a workflow of their own: here, the payer could answer them.',
		'Redirect URL',
	],
	['Payment Request → Wait for Payment', 'timeLimit', 'minutes', 'Minutes', ''],
	[
		'Refund → Create',
		'refundOf',
		'charge',
		'Charge ID* | Additional Fields',
		'Payment Request* | Beneficiary Reference*',
	],
	[
		'Refund → Create',
		'refundOf',
		'recurringCharge',
		'Charge ID* | External Reference',
		'Payment Request* | Beneficiary Reference*',
	],
	[
		'Refund → Create',
		'refundOf',
		'terminalSession',
		'Terminal Session* | Additional Fields',
		'Payment Request* | Beneficiary Reference*',
	],
	// Without Pay by Bank, nobody is asked for an account.
	[
		'Payment Request → Create',
		'paymentMethods',
		['card'],
		'',
		'Payer Reference* | Beneficiary Name* | Bank* | Account Number*',
	],
	[
		'Terminal Session → Create',
		'nonceSource',
		'custom',
		'External Reference | Custom Nonce*',
		'External Reference*',
	],
];

/** What Wait Until Final adds to the options where it is switched on, by resource. */
const waiting: Record<string, string> = {
	Charge: 'Maximum Wait | When Time Is Up',
	Disbursement: 'Maximum Wait | Stop When Paused | When Time Is Up',
	'Payment Request': 'Maximum Wait | When Time Is Up',
	'Terminal Session': 'Maximum Wait | When Time Is Up',
};

const operations = Object.fromEntries(
	resources.flatMap((resource) =>
		resource.operations.map((operation) => [
			`${resource.name} → ${operation.name}`,
			{ resource: resource.value, operation: operation.value },
		]),
	),
);

function panelOf(operation: string, parameters = {}) {
	const shown = shownFields(description, { ...operations[operation], ...parameters });
	const labels = shown.map(({ label, marked }) => (marked ? `${label}*` : label));
	return { shown, labels };
}

const asList = (text: string) => (text === '' ? [] : text.split(' | '));

it('has the panel of every operation written down, and of nothing else', () => {
	expect(Object.keys(panels)).toEqual(Object.keys(operations));
});

describe.each(Object.keys(operations))('%s', (operation) => {
	const { fields, collections = {} } = panels[operation] ?? { fields: 'Not written down' };

	it('shows its fields, and marks what has to be filled in', () => {
		const { shown, labels } = panelOf(operation);
		const notices = shown.filter(({ field }) => field.type === 'notice').map(({ label }) => label);
		expect(labels.filter((label) => !notices.includes(label))).toEqual([
			'Resource',
			'Operation',
			...asList(fields),
		]);
	});

	it('offers what can be added, in the order of the alphabet', () => {
		const offered = panelOf(operation)
			.shown.filter(({ field }) => field.type === 'collection')
			.map(({ label, offers }) => [label, offers]);
		const own = Object.entries({ Options: '', ...collections }).map(([label, names]) => {
			const common = label === 'Options' ? EVERYWHERE : [];
			return [label, [...asList(names), ...common].sort()];
		});
		expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(own));
	});
});

it.each(choices)(
	'%s: %s = %j shows "%s" and hides "%s"',
	(operation, field, value, added, gone) => {
		const before = panelOf(operation).labels;
		const after = panelOf(operation, { [field]: value }).labels;
		expect(after.filter((label) => !before.includes(label))).toEqual(asList(added));
		expect(before.filter((label) => !after.includes(label))).toEqual(asList(gone));
	},
);

it('asks for a Limit where not all is returned', () => {
	const lists = Object.keys(operations).filter((operation) => operation.endsWith('Get Many'));
	for (const operation of lists) {
		const all = panelOf(operation, { returnAll: true }).labels;
		expect(panelOf(operation).labels.filter((label) => !all.includes(label))).toEqual(['Limit']);
	}
});

it('shows the settings of Wait Until Final where it is switched on, and only there', () => {
	const optionsOf = (operation: string, options: object) =>
		panelOf(operation, { options }).shown.find(({ label }) => label === 'Options')?.offers ?? [];
	for (const { name: resource, operations: own } of resources) {
		for (const { name, lifecycle } of own) {
			const operation = `${resource} → ${name}`;
			const before = optionsOf(operation, {});
			const after = optionsOf(operation, { waitUntilFinal: true });
			const added = after.filter((option) => !before.includes(option)).join(' | ');
			expect([operation, added]).toEqual([operation, lifecycle ? waiting[resource] : '']);
		}
	}
});
