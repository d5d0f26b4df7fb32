import type { Demo } from '../../scripts/start/guide.mts';
import type { Standing } from '../../scripts/start/publish.mts';
import { exampleFiles, readExample } from './examples.mts';

export const N8N = 'http://127.0.0.1:5678';

/** A demo in which every example stands as given. */
export function demo(standing: Standing = 'published', more: Partial<Demo> = {}): Demo {
	const files = exampleFiles();
	return {
		siteUrl: 'http://127.0.0.1:4480',
		n8nUrl: N8N,
		owner: { email: 'o@example.com', firstName: 'O', lastName: 'W', password: 'Secret-1' },
		workflows: new Map(
			files.map((file) => [
				file,
				{ ...readExample(file), id: `of-${file}`, versionId: '', active: true },
			]),
		),
		standings: new Map(files.map((file) => [file, standing])),
		simulator: {
			baseUrl: 'http://127.0.0.1:1',
			authUrl: 'http://127.0.0.1:2',
			graphqlUrl: 'http://127.0.0.1:3',
			client: { clientId: 'test-1', clientSecret: 'simulated' },
		},
		...more,
	};
}
