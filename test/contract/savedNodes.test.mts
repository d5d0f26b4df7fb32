import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { shownFields } from './panel.mts';

const { description } = new Stitch();

/** What a node of version 1 shows that was saved with these parameters, which hold no defaults. */
function saved(parameters: Record<string, string>) {
	const shown = shownFields({ ...description, defaultVersion: 1 }, parameters);
	return {
		labels: shown.map(({ label }) => label),
		offersOf: (name: string) => shown.find(({ label }) => label === name)?.offers,
	};
}

it('a node that was saved before opens on what it was saved with', () => {
	expect(saved({ resource: 'bankAccount' }).labels).toContain('Return All');
	expect(saved({ resource: 'refund' }).labels).toContain('Terminal Session');
	expect(saved({ resource: 'refund', operation: 'getAll' }).labels).not.toContain('Refunds Of');
});

it('a node that was saved before keeps its fields where they were', () => {
	const verify = saved({ resource: 'bankAccount', operation: 'verify' });
	expect(verify.labels).not.toContain('Account Type');
	expect(verify.offersOf('Additional Fields')).toEqual([
		'Account Type',
		'Branch Code',
		'Country',
		'Email',
		'Family Name',
		'Initials',
		'Phone',
	]);
	expect(saved({ resource: 'refund', operation: 'getAll' }).offersOf('Filters')).toEqual([
		'Charge ID',
		'Nonce',
		'Terminal Session ID',
	]);
});

it('a node that was saved before has no Simplify, so its expressions read what they did', () => {
	for (const operation of ['create', 'get', 'getAll']) {
		expect(saved({ resource: 'disbursement', operation }).labels).not.toContain('Simplify');
	}
});
