import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../credentials/StitchUserOAuth2Api.credentials';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { pinned, panelOf } from './pinnedPanel.mts';

const folder = join(__dirname, 'pinnedPanel');
const nodes = [new Stitch(), new StitchTrigger(), new StitchPollingTrigger()];
const credentials = [new StitchApi(), new StitchUserOAuth2Api()];
const panels = Object.fromEntries(
	[
		...nodes.flatMap(({ description }) => Object.entries(panelOf(description))),
		...credentials.map(({ name, properties }) => [name, { fields: properties }] as const),
	].map(([name, panel]) => [`${name}.json`, pinned(panel)]),
);

// After a deliberate change: PIN=1 node scripts/with-node24.mjs jest pinnedPanel --selectProjects contract
if (process.env.PIN !== undefined) {
	for (const file of readdirSync(folder)) rmSync(join(folder, file));
	for (const [file, json] of Object.entries(panels)) {
		writeFileSync(join(folder, file), `${json}\n`);
	}
}

it.each(Object.entries(panels))(
	'names, defaults, choices and conditions of the panel are those of %s',
	(file, json) => {
		expect(JSON.parse(json)).toEqual(JSON.parse(readFileSync(join(folder, file), 'utf8')));
	},
);

it('pins no panel that there is no more', () => {
	expect(readdirSync(folder).sort()).toEqual(Object.keys(panels).sort());
});
