import { triggerPanel } from '../../../nodes/Stitch/webhook/settings';

/** The options of a trigger's panel, as far as they were added. */
const read = (options: object) =>
	triggerPanel.read({ get: (name) => (name === 'options' ? options : undefined) }).options;

it('takes the defaults for what was not given or is empty', () => {
	const defaults = {
		externalReferencePrefix: undefined,
		fetchCurrentResource: false,
		oncePerWorkflow: false,
	};
	expect(read({})).toEqual(defaults);
	expect(read({ fetchCurrentResource: '', oncePerWorkflow: '' })).toEqual(defaults);
});

it('takes switches as an expression may give them', () => {
	const options = read({ fetchCurrentResource: 'TRUE', oncePerWorkflow: 'true' });
	expect(options).toMatchObject({ fetchCurrentResource: true, oncePerWorkflow: true });
});

it('rejects a switch that cannot be read instead of continuing with another value', () => {
	expect(() => read({ fetchCurrentResource: 'maybe' })).toThrow(
		"'Fetch Current Resource' is neither true nor false: maybe",
	);
});

it.each(['', ' ', null, undefined])(
	'rejects External Reference Prefix as %j, which an expression may give',
	(value) => {
		// Without it, events of every reference would start the workflow.
		expect(() => read({ externalReferencePrefix: value })).toThrow(
			"'External Reference Prefix' is empty",
		);
	},
);

it('subscribes by itself where the panel says nothing else', () => {
	expect(triggerPanel.read({ get: () => undefined }).subscription).toBe('automatic');
});
