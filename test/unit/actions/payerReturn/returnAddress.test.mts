import type { INodeParameters, NodeTypeAndVersion } from 'n8n-workflow';

import { readReturn } from '../../../../nodes/Stitch/actions/payerReturn/returnAddress';
import type { WaitName } from '../../../../nodes/Stitch/actions/payerReturn/payerWait';
import { itemOf } from '../../builders.mts';

const node = (type: string, parameters?: INodeParameters, name = 'X'): NodeTypeAndVersion => ({
	name,
	type,
	typeVersion: 1,
	disabled: false,
	parameters,
});

const here = 'https://n8n.test/webhook-waiting/1?signature=a%2Fb&x=1';

const itemBefore = (behind: NodeTypeAndVersion[], type = 'x.stitch') =>
	itemOf({}, 0, { count: 1, resumeUrl: here, behind }, { type });

const mistakesOf = (behind: NodeTypeAndVersion[], waits?: WaitName, type?: string) =>
	readReturn(itemBefore(behind, type), true, waits)?.mistakes ?? [];

const wait = 'n8n-nodes-base.wait';
const form = 'n8n-nodes-base.form';
const chat = '@n8n/n8n-nodes-langchain.chat';

it.each([true, 'TRUE'])('is the address of this execution where it is wanted: %j', (wanted) => {
	expect(readReturn(itemBefore([]), wanted)).toEqual({ address: here, mistakes: [] });
});

it('is not looked at where it is not wanted, whatever comes later', () => {
	const later = [node(wait, { resume: 'webhook' })];
	expect(readReturn(itemBefore(later), false)).toBeUndefined();
	expect(() => readReturn(itemBefore([]), 'here')).toThrow(
		"'Return to This Workflow' is neither true nor false: here",
	);
});

it('is for one payment per execution, because there is one address', () => {
	const item = itemOf({}, 1, { count: 2, resumeUrl: here });
	expect(readReturn(item, true)).toEqual({
		mistakes: [
			expect.objectContaining({
				what: 'takes one payment per execution, and got 2 items',
			}),
		],
	});
});

it.each(['http://n8n.test/webhook-waiting/7', 'http://192.168.0.7:5678/x', 'undefined'])(
	'needs an address that the payer can come back to: %s',
	(resumeUrl) => {
		const returning = readReturn(itemOf({}, 0, { count: 1, resumeUrl }), true);
		expect(returning).toEqual({
			mistakes: [
				{
					field: 'Return to This Workflow',
					what: expect.stringContaining('needs an n8n') as string,
					fix: expect.stringContaining('N8N_WEBHOOK_URL') as string,
				},
			],
		});
	},
);

it.each<[string, NodeTypeAndVersion]>([
	['a wait for a call', node(wait, { resume: 'webhook' })],
	['a wait for a form', node(wait, { resume: 'form' })],
	['a wait of which an expression decides', node(wait, { resume: "={{ 'timeInterval' }}" })],
	['a wait that does not say what for', node(wait, {})],
	['a wait whose parameters n8n does not tell', node(wait)],
	['a page of a form', node(form, { operation: 'page' })],
	['a page that was once an end', node(form, { operation: 'page', respondWith: 'redirect' })],
	['the end of a form', node(form, { operation: 'completion', respondWith: 'text' })],
	['an approval by mail', node('n8n-nodes-base.emailSend', { operation: 'sendAndWait' })],
	[
		'a node that waits for its call',
		node('n8n-nodes-base.github', { operation: 'dispatchAndWait' }),
	],
	["a review of an agent's tool", node('n8n-nodes-base.slackHitlTool', {})],
	['a question in a chat', node(chat, { operation: 'sendAndWait' })],
	['a question in an older chat', node(chat, { waitUserReply: true })],
])('is unsafe with %s', (_, later) => {
	expect(mistakesOf([later])).toHaveLength(1);
});

it.each<[string, NodeTypeAndVersion]>([
	['a wait of some time', node(wait, { resume: 'timeInterval' })],
	['a wait until a time', node(wait, { resume: 'specificTime' })],
	[
		'a form that sends its user to the payment page',
		node(form, { operation: 'completion', respondWith: 'redirect' }),
	],
	['a mail', node('n8n-nodes-base.emailSend', { operation: 'send' })],
	['a node without an operation', node('n8n-nodes-base.noOp', {})],
	['a message in a chat', node(chat, { operation: 'send' })],
	['a message in an older chat', node(chat, { waitUserReply: false })],
	[
		'another wait for a payment, which asks the service',
		node('n8n-nodes-stitch-payments.stitch', { operation: 'waitForPayment' }),
	],
])('is safe with %s', (_, later) => {
	expect(mistakesOf([later])).toEqual([]);
});

it('names every such node and says what to use instead', () => {
	const later = [
		node(wait, { resume: 'webhook' }, 'Approve'),
		node('n8n-nodes-base.noOp', {}, 'Pack'),
		node(form, { operation: 'page' }, 'Ask the Boss'),
	];
	expect(mistakesOf(later)).toEqual([
		{
			field: 'Return to This Workflow',
			what: "is not safe here: the payer's return link could also answer “Approve” and “Ask the Boss”, because one link resumes every waiting node of an execution",
			fix: 'Move Create and Wait for Payment into a separate workflow, and call it here with Execute Sub-workflow. “Approve” and “Ask the Boss” can stay: each execution has its own address.',
		},
	]);
});

it('is unsafe where n8n cancels the execution when a time is up, with the time waited', () => {
	const item = itemOf({}, 0, { count: 1, resumeUrl: here, timeout: 1 });
	expect(readReturn(item, true)?.mistakes).toMatchObject([{ field: 'Timeout Workflow' }]);
});

it.each([
	['Wait for Payment', 'payment'],
	['Wait for Consent', 'payment consent'],
] as const)('speaks of %s and of the %s where the payer cannot come back', (waits, awaited) => {
	const [later] = mistakesOf([node(wait, { resume: 'webhook' }, 'Approve')], waits);
	expect(later?.fix).toContain(`Move Create and ${waits} into a separate workflow`);
	// What comes after an AI agent that runs the node cannot be seen.
	const [agent] = mistakesOf([], waits, 'x.stitchTool');
	expect(agent?.what).toMatch(new RegExp(`an AI agent asks for the ${awaited}$`));
	expect(agent?.fix).toContain('Redirect URL');
});
