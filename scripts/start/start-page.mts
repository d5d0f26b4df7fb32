import type { SavedWorkflow } from '../../test/host/api.mts';
import { readPurposes, type ListedExample, type Purpose } from './example-list.mts';
import type { Demo } from './guide.mts';
import { escaped, htmlPage, inHtml } from './html-page.mts';
import { MAILBOX } from './mail-pages.mts';
import { samples } from './samples.mts';
import { testValues } from './test-values.mts';
import { tries } from './tries.mts';
import { onlySchedule, waysIn, type Opening } from './ways-in.mts';

const TITLE = 'Stitch Payments for n8n';

/** What stands here until everything runs. */
export function waitingPage(): string {
	const body =
		'<p>n8n is being started, which takes up to two minutes. <a href="/">Look again</a></p>';
	return htmlPage('/', TITLE, body);
}

/** What this is, and every example with the links that run it here. */
export function startPage(demo: Demo, purposes: Purpose[] = readPurposes()): string {
	const groups = purposes.map(
		({ name, examples }) =>
			`<h2>${escaped(name)}</h2><div class="grid">${examples.map((one) => card(demo, one)).join('\n')}</div>`,
	);
	const body = [whatItIs, logIn(demo), first(purposes), ...groups, values()];
	return htmlPage('/', TITLE, body.join('\n'));
}

const whatItIs = `<p>n8n is a program that does work for you, step by step, and this package gives it the steps that pay people and get you paid, through Stitch in South Africa.
Everything here runs on this machine, against a simulator of Stitch: no real money moves, and every email stays in the <a href="${MAILBOX}">mailbox</a>.</p>`;

function logIn({ n8nUrl, owner }: Demo): string {
	return `<h2>Log in first</h2><div class="box">
<dl><dt>Email</dt><dd><code>${escaped(owner.email)}</code></dd><dt>Password</dt><dd><code>${escaped(owner.password)}</code></dd></dl>
<p>Without a log-in, the forms below show n8n's log-in page instead. When you open a form for the first time, n8n asks for access to your account: press <i>Allow access</i>.</p>
<p>n8n opens in a tab of its own. Log in there, and come back to this page.</p>
<p class="links">${outward(`${n8nUrl}/signin`, 'Log in to n8n', 'run')}</p></div>`;
}

/** A way through the examples, for somebody who has five minutes. */
const STEPS: Array<{ file: string; does: string }> = [
	{ file: 'pay-a-file.json', does: 'pays people from a spreadsheet, after you have reviewed it.' },
	{ file: 'month-for-the-books.json', does: 'shows what came in and went out, day by day.' },
	{
		file: 'payment-link.json',
		does: 'asks a customer for money. You also play the customer: the email with the link is in the mailbox.',
	},
];

function first(purposes: Purpose[]): string {
	const listed = purposes.flatMap(({ examples }) => examples);
	const steps = STEPS.flatMap(({ file, does }) =>
		listed
			.filter((one) => one.file === file)
			.map(({ title }) => `<li><a href="#${idOf(file)}">${escaped(title)}</a> ${does}</li>`),
	);
	return `<h2>What to try first</h2><ol>${steps.join('\n')}
<li>The <a href="${MAILBOX}">mailbox</a> has every email that was sent.</li>
<li><i>Open in the editor</i>, at each example, shows how it works. You can change everything: nothing here is real.</li></ol>`;
}

function card(demo: Demo, { file, title, sentence }: ListedExample): string {
	const hint = tries[file] === undefined ? '' : `<p class="dim">To try: ${text(tries[file])}</p>`;
	return `<article id="${idOf(file)}"><h3>${escaped(title)}</h3><p>${text(sentence)}</p>${hint}${links(demo, file)}</article>`;
}

function links({ n8nUrl, workflows, standings }: Demo, file: string): string {
	const workflow = workflows.get(file);
	if (workflow === undefined) return '';
	const editor = `${n8nUrl}/workflow/${workflow.id}`;
	const toEditor = outward(editor, 'Open in the editor');
	const standing = standings.get(file);
	if (standing !== 'published') {
		const missing =
			standing === 'needs a chat model'
				? 'It needs a key of a chat model (from OpenAI, for example): open it in the editor, choose the credential there, and publish it.'
				: 'n8n did not publish it. The terminal says why.';
		return `<p>${missing}</p><p class="links">${toEditor}</p>`;
	}
	const open = waysIn(workflow).flatMap((way) => ('address' in way ? opening(n8nUrl, way) : []));
	if (open.length > 0) return `<p class="links">${open.join(' ')} ${toEditor}</p>`;
	const keepsRuns = workflow.settings?.saveDataSuccessExecution !== 'none';
	const runs = keepsRuns ? outward(`${editor}/executions`, 'See its runs') : '';
	return `<p>${howItStarts(workflow)}</p><p class="links">${toEditor} ${runs}</p>`;
}

function opening(n8nUrl: string, way: Opening): string {
	const name = way.kind === 'form' ? 'Open its form' : 'Open its page';
	const asked =
		way.asksFor === 'password' ? ' <span class="dim">(email and password as above)</span>' : '';
	return outward(n8nUrl + way.address, name, 'run') + asked;
}

function howItStarts(workflow: SavedWorkflow): string {
	const byHand = 'To run it now, open it in the editor and press <i>Execute workflow</i>.';
	if (onlySchedule(workflow) !== undefined) {
		return `It runs by itself at set times, and ran once when this started: what it sent is in the <a href="${MAILBOX}">mailbox</a>. ${byHand}`;
	}
	const atSetTimes = waysIn(workflow).some(({ kind }) => kind === 'schedule');
	const when = 'It is switched on, and runs by itself when something happens';
	return atSetTimes ? `${when}, and at set times. ${byHand}` : `${when}.`;
}

function values(): string {
	const lines = testValues.map(
		({ what, happens }) => `<dt>${escaped(what)}</dt><dd>${escaped(happens)}</dd>`,
	);
	return `<h2>What makes things happen</h2><p>The amounts that you enter decide what becomes of a payment. Payouts are as with every test client of Stitch; card machines and refunds are this simulator’s own.</p><dl>${lines.join('\n')}</dl>
<h2>Good to know</h2><p>What waits for a payer or for an event needs a public https address with the real Stitch. Here it works without one, because the simulator is on the same machine.</p>
<p>To stop everything, press Ctrl-C in the terminal. The next start begins with a new simulator, new tables and an empty mailbox; workflows of your own stay.</p>`;
}

const idOf = (file: string) => file.replace('.json', '');

/** A sentence about an example, with links to the sample files and to this site. */
function text(markdown: string): string {
	return inHtml(markdown, (link) => {
		if (link.startsWith('/')) return link;
		return samples().includes(link) ? `/samples/${link}` : undefined;
	});
}

/** A link that leaves this page open. */
function outward(address: string, name: string, look = ''): string {
	const as = look === '' ? '' : ` class="${look}"`;
	return `<a href="${escaped(address)}"${as} target="_blank" rel="noreferrer">${name}</a>`;
}
