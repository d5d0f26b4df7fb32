import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { getPage } from '../../../nodes/Stitch/payoutList/getPage.operation';
import { projectFolder } from '../../host/project.mts';
import { itemOf, serviceOf } from '../builders.mts';
import { checkMonth } from './checkedMonth.mts';
import { months, type NamedMonth } from './months.mts';

const file = join(projectFolder, 'test', 'unit', 'payoutList', 'months.txt');

/** What a clerk reads: the page of a month as text, and how many rows are warned of. */
async function readMonth({ name, clientId = 'live-client', ...month }: NamedMonth) {
	const { rows } = await checkMonth({ ...month, clientId });
	const { service } = serviceOf([], {}, clientId);
	const details = { uploadedBy: 'clerk@example.com', secondPerson: 'boss@example.com' };
	const plan = getPage.prepare(itemOf({ page: 'review', details, options: {} }), service);
	const plans = rows.map((row, index) => ({ ...(index === 0 ? (plan as IDataObject) : {}), row }));
	const [page] = ((await getPage.sendTogether?.(plans, service)) ?? []) as IDataObject[];
	const warned = rows.filter(({ severity }) => severity !== null);
	const text = String(page?.text)
		.split('\n')
		.filter((line) => !/^(Review the payments|Submitted|As Stitch)/.test(line))
		.join('\n')
		.replaceAll('\u00a0', ' ')
		.trim();
	return { name, page, warned, text: `== ${name}\n${text}\n-- ${page?.choice || page?.whyNot}\n` };
}

it.each(months.filter(({ isOrdinary }) => isOrdinary).map((month) => [month.name, month] as const))(
	'an ordinary month warns of no row, and holds nobody: %s',
	async (_, month) => {
		const { warned, page } = await readMonth(month);
		expect(warned).toEqual([]);
		expect(page?.canBePaid).toBe(true);
	},
);

it('the pages of all months are as people have read and judged them', async () => {
	const pages: string[] = [];
	for (const month of months) pages.push((await readMonth(month)).text);
	const all = pages.join('\n').replaceAll('\u202f', ' ');
	// `PIN=1` writes them anew: read the difference before you commit it.
	if (process.env.PIN) writeFileSync(file, all);
	expect(all).toBe(readFileSync(file, 'utf8'));
});
