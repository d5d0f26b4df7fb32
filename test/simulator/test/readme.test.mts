import { readFileSync } from 'node:fs';
import path from 'node:path';
import { faultKinds } from '../faults.mts';
import { clientSettingsSchema } from '../state/client-settings.mts';

const readme = readFileSync(path.join(__dirname, '..', 'README.md'), 'utf8');
/** The first cell of each row of its tables. */
const cells = [...readme.matchAll(/^\| (.+?) \|/gm)].map(([, cell]) => cell).join('\n');

describe('the tables of the README', () => {
	it.each(Object.keys(clientSettingsSchema.shape))('tell of the setting %s', (setting) => {
		expect(cells).toContain(`\`${setting}\``);
	});

	it.each(faultKinds)('tell of the fault %s', (kind) => {
		expect(cells).toContain(`\`${kind}\``);
	});
});
