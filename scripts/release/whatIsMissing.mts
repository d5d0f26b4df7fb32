/** What a release depends on, as it is now. */
export interface Project {
	packageJson: {
		name: string;
		version: string;
		author?: { name?: string; email?: string };
		repository?: { url?: string };
		homepage?: string;
		bugs?: { url?: string };
	};
	/** The version in the lock file. */
	lockedVersion: string;
	changelog: string;
	/** Where n8n's editor and the documents lead people: each file and an address in it. */
	addresses: ReadonlyArray<readonly [file: string, address: string]>;
	/** Of git's remote "origin"; undefined without one. */
	origin: string | undefined;
	/** Files that are changed and not committed. */
	changedFiles: readonly string[];
	/** What the registry has of the package; undefined where it has none. */
	published: readonly string[] | undefined;
}

/** Whatever keeps the version in package.json from being released, each in a sentence; empty if nothing does. */
export function whatIsMissing(project: Project): string[] {
	const { version } = project.packageJson;
	return [
		...ofOwner(project),
		...ofAddresses(project),
		new RegExp(`^## ${escaped(version)} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, 'm').test(project.changelog)
			? ''
			: `CHANGELOG.md has no line "## ${version} (YYYY-MM-DD)": give this version its date.`,
		project.lockedVersion === version
			? ''
			: `package-lock.json says ${project.lockedVersion} instead of ${version}: run npm install.`,
		project.changedFiles.length === 0
			? ''
			: `These files are not committed: ${project.changedFiles.join(', ')}.`,
		ofRegistry(project),
	].filter(Boolean);
}

function ofOwner({ packageJson: { author, repository }, origin }: Project): string[] {
	const isNobody = !author?.name || /contributors$/.test(author.name);
	const { email = '' } = author ?? {};
	return [
		isNobody ? 'package.json: set "author.name" to the person or company that publishes.' : '',
		!email.includes('@') || /@users\.noreply\./.test(email)
			? 'package.json: set "author.email" to an address that somebody reads.'
			: '',
		origin !== undefined && webAddress(origin) === webAddress(repository?.url)
			? ''
			: `package.json: "repository.url" is ${String(repository?.url)}, and git's remote "origin" is ${origin ?? 'not set'}. npm publishes only from the repository that is named there.`,
	];
}

function ofAddresses({ packageJson, addresses }: Project): string[] {
	const home = webAddress(packageJson.repository?.url);
	const all = [
		['package.json, "homepage"', packageJson.homepage],
		['package.json, "bugs.url"', packageJson.bugs?.url],
		...addresses,
	] as const;
	return all
		.filter(([, address = '']) => address !== home && !/^[#/]/.test(address.replace(home, '')))
		.map(([place, address]) => `${place}: ${String(address)} does not begin with ${home}.`);
}

function ofRegistry({ packageJson: { name, version }, published }: Project): string {
	if (published === undefined) {
		return `npm has no package ${name}: publish the placeholder by hand and set up the trusted publisher (RELEASING.md).`;
	}
	return published.includes(version) ? `npm has ${name} ${version} already.` : '';
}

/** The address of a repository in a browser, from any of the forms that git and npm take. */
function webAddress(address = ''): string {
	return address
		.replace(/^git\+/, '')
		.replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
		.replace(/\/?(?:\.git)?$/, '');
}

const escaped = (text: string): string => text.replace(/[.+]/g, '\\$&');
