import { whatIsMissing, type Project } from '../../scripts/release/whatIsMissing.mts';

const home = 'https://github.com/example/n8n-nodes-example';

/** A project of which nothing is missing but what is changed. */
const project = ({ packageJson, ...more }: Partial<Project> = {}): Project => ({
	packageJson: {
		name: 'n8n-nodes-example',
		version: '1.0.0',
		author: { name: 'Example Ltd', email: 'nodes@example.com' },
		repository: { url: `git+${home}.git` },
		homepage: `${home}#readme`,
		bugs: { url: `${home}/issues` },
		...packageJson,
	},
	lockedVersion: '1.0.0',
	changelog: '# Changelog\n\n## 1.0.0 (2026-12-01)\n\nThe first.\n',
	addresses: [['a.node.json', `${home}#try-it`]],
	origin: `${home}.git`,
	changedFiles: [],
	published: ['0.0.1'],
	...more,
});

const changed = (change: object) => ({ packageJson: { ...project().packageJson, ...change } });

describe('a release', () => {
	it.each([`${home}.git`, home, 'git@github.com:example/n8n-nodes-example.git'])(
		'can be made from the repository that package.json names, as git calls it: %s',
		(origin) => expect(whatIsMissing(project({ origin }))).toEqual([]),
	);

	it.each<[string, Partial<Project>, RegExp]>([
		[
			'an author who is nobody',
			changed({ author: { name: 'The contributors', email: 'a@example.com' } }),
			/author\.name/,
		],
		[
			'an email that nobody reads',
			changed({ author: { name: 'A', email: 'a@users.noreply.github.com' } }),
			/author\.email/,
		],
		['no remote', { origin: undefined }, /"origin" is not set/],
		['the remote of a copy', { origin: `${home}-copy.git` }, /is https:.*-copy\.git/],
		['an address of something else', { addresses: [['b.ts', `${home}-2#x`]] }, /^b\.ts: .*-2#x/],
		[
			'a homepage elsewhere',
			changed({ homepage: 'https://example.com' }),
			/^package\.json, "homepage"/,
		],
		['an unreleased version', { changelog: '## 1.0.0 (unreleased)' }, /give this version its date/],
		['a lock file of another version', { lockedVersion: '0.9.0' }, /says 0\.9\.0/],
		['changed files', { changedFiles: ['M a.ts'] }, /not committed: M a\.ts/],
		['a name that npm does not know', { published: undefined }, /publish the placeholder/],
		['a version that npm has', { published: ['1.0.0'] }, /has n8n-nodes-example 1\.0\.0 already/],
	])('is stopped by %s', (_, change, sentence) => {
		expect(whatIsMissing(project(change))).toEqual([expect.stringMatching(sentence)]);
	});
});
