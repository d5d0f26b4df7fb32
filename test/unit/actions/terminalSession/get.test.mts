import { get } from '../../../../nodes/Stitch/actions/terminalSession/get.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

it('reads one session, with every sign of its ID encoded', async () => {
	const { output, sent } = await perform(get, { terminalSessionId: 'a/b+c=' }, [
		answer(200, { id: 'a/b+c=', status: 'success' }),
	]);
	expect(output).toEqual({ id: 'a/b+c=', status: 'success' });
	expect(sent).toEqual([
		{ method: 'GET', url: 'https://rest.test/v2/terminal-sessions/a%2Fb%2Bc%3D' },
	]);
});
