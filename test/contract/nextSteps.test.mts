import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { failedPaymentReasons, meaningInWords } from '../../nodes/Stitch/transport/reasons';
import { readExample } from '../examples.mts';

/** The reasons of a payout that has failed where the account that it was to go to is wrong. */
const OF_THE_ACCOUNT = [
	'account_verification_failed',
	'inactive_account',
	'invalid_account',
	'invalid_destination',
	'invalid_transaction_details',
	'restricted_account',
];

/** What a Code node gives after other nodes have returned something. */
function made(file: string, node: string, before: Record<string, object[]>) {
	const { nodes } = readExample(file);
	const code = String(nodes.find(({ name }) => name === node)?.parameters.jsCode);
	const items = (list: object[] = []) => list.map((json) => ({ json }));
	const $ = (name: string) => ({
		isExecuted: name in before,
		all: () => items(before[name]),
		first: () => items(before[name])[0],
	});
	const $input = { first: () => ({ json: {} }) };
	const returned: unknown = runInNewContext(`(() => {${code}})()`, { $, $input, DateTime });
	return (returned as Array<{ json: Record<string, unknown> }>)[0]?.json ?? {};
}

/** What the last page of an example says to do about the row of a payout that has failed. */
const onPage = (file: string) => (reason: string) =>
	made(file, 'Result', {
		'Review List': [{ rows: [{ row: 1, ready: true, cents: 1, shown: { Row: 1 } }], ready: 1 }],
		Settings: [{ secondPerson: '' }],
		'Style and Words': [{ words: [] }],
		Pay: [
			{
				...{ id: 'payout-1', status: 'error', alreadyExisted: false },
				reasonText: meaningInWords(failedPaymentReasons, reason),
			},
		],
	})['What to do'];

describe.each<[string, (reason: string) => unknown]>([['Pay a File', onPage('pay-a-file.json')]])(
	'%s',
	(_, nextStep) => {
		it.each(Object.keys(failedPaymentReasons))(
			'says to correct a payout that failed only where its account is wrong: %s',
			(reason) => {
				const todo = String(nextStep(reason));
				expect([todo, /^Correct /.test(todo)]).toEqual([todo, OF_THE_ACCOUNT.includes(reason)]);
			},
		);
	},
);
