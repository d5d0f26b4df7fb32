import { checkPayouts } from '../../nodes/Stitch/actions/payoutList/check.operation';
import { pageOf } from '../../nodes/Stitch/actions/payoutList/getPage/page';
import { answer, itemOf, serviceOf } from './builders.mts';
import { Service } from '../../nodes/Stitch/transport/service';
import { addresses, clockOf } from './builders.mts';

const headings = ['Reference', 'Name', 'Bank', 'Account number', 'Amount', 'Statement reference'];
const nothing = answer(200, { data: { banks: [], client: { bankAccounts: [], disbursements: { edges: [], pageInfo: { hasNextPage: false } } } } });
function longest() {
	let last = performance.now(); let most = 0; let on = true;
	const tick = () => { const now = performance.now(); most = Math.max(most, now - last); last = now; if (on) setImmediate(tick); };
	setImmediate(tick);
	return () => { on = false; return most; };
}
it.each([5000])('check %d', async (n) => {
	let requests = 0;
	const clock = { ...clockOf(), elapsed: () => performance.now() };
	const service = new Service(async () => { requests++; await new Promise((r) => setTimeout(r, 100)); return nothing; }, addresses, 'test-1', { maxAttempts: 1, budgetMs: 60000, timeoutMs: 10000 }, clock as never);
	const first = checkPayouts.prepare(itemOf({ options: {}, columns: {} }), serviceOf([]).service) as object;
	const rows = [headings, ...Array.from({ length: n }, (_, i) => [`a-${i}`, `N Test ${i}`, 'FNB', `62${String(i).padStart(8, '0')}`, 100 + i / 100, 'Salary'])];
	const plans = rows.map((row, i) => ({ ...(i === 0 && first), line: { row } }));
	const stop = longest(); const t = performance.now();
	const out = (await checkPayouts.sendTogether?.(plans, service)) ?? [];
	const took = performance.now() - t;
	console.log(n, 'check ms', Math.round(took), 'requests', requests, 'longest', Math.round(stop()));
	const stop2 = longest(); const t2 = performance.now();
	const page = await pageOf(out.slice(1) as never, {}, { kind: 'review', title: 'x', lines: [] });
	console.log(n, 'page ms', Math.round(performance.now() - t2), 'bytes', page.html.length, 'longest', Math.round(stop2()));
}, 120000);
it('same account', async () => {
	const first = checkPayouts.prepare(itemOf({ options: {}, columns: {} }), serviceOf([]).service) as object;
	const rows = [headings, ...Array.from({ length: 10000 }, (_, i) => [`a-${i}`, `N Test`, 'FNB', `6200000000`, 100, 'Salary'])];
	const plans = rows.map((row, i) => ({ ...(i === 0 && first), line: { row } }));
	const t = performance.now();
	await checkPayouts.sendTogether?.(plans, serviceOf(Array.from({ length: 1000 }, () => nothing)).service);
	console.log('10000 same', Math.round(performance.now() - t));
}, 120000);
