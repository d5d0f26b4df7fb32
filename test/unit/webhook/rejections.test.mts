import {
	alertItem,
	alertMessage,
	alertNamed,
	type Alert,
} from '../../../nodes/Stitch/webhook/rejections';

const all: Alert[] = [
	'client',
	'clock',
	'credential',
	'gone',
	'lost',
	'noEvent',
	'noSecret',
	'replaced',
];

it.each(all)('says what happened and what to do: %s', (alert) => {
	const { message, description } = alertMessage(alert);
	expect(message).toMatch(/events?|workflow/i);
	expect(description).toMatch(/\.$/);
});

it('says that a changed credential needs the workflow to be published again', () => {
	expect(alertMessage('client').message).toBe(
		'The credential has been changed since this workflow was published: unpublish and publish it',
	);
});

it.each(all)('is read back from the item that carries it: %s', (alert) => {
	expect(alertNamed(alertItem(alert).alert)).toBe(alert);
});

it.each([undefined, 'weather', 'toString', 1])('is not read from anything else: %j', (value) => {
	expect(alertNamed(value)).toBeUndefined();
});
