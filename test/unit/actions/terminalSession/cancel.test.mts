import { cancel } from '../../../../nodes/Stitch/actions/terminalSession/cancel.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

it('cancels without a body and returns the session', async () => {
	const { output, sent } = await perform(cancel, { terminalSessionId: 'a/b' }, [
		answer(200, { id: 'a/b', status: 'cancelled' }),
	]);
	expect(output).toEqual({ id: 'a/b', status: 'cancelled' });
	expect(sent).toEqual([
		{ method: 'POST', url: 'https://rest.test/v2/terminal-sessions/a%2Fb/cancel' },
	]);
});
