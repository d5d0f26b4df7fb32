import { globSync, readFileSync } from 'node:fs';

/** What begins empty when a process starts and is filled while it runs; what begins full is a table. */
const memory =
	/^(?:export )?const (\w+)(?:: [^=]+)? = new (?:(?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|Throttle\(|Poller\()/gm;

const memories = globSync('{nodes,credentials}/**/*.ts').flatMap((file) =>
	[...readFileSync(file, 'utf8').matchAll(memory)].map(([, name = '']) => name),
);

it('has all state that a process keeps in memory in ARCHITECTURE, and no other', () => {
	const [, text = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('## In-memory state\n');
	const [section = ''] = text.split('\n## ');
	const cells = [...section.matchAll(/^\| `[\w/]+` ([^|]+) \|/gm)].map(([, cell = '']) => cell);
	const listed = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
	expect(listed.sort()).toEqual(memories.sort());
});
