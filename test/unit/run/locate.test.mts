import type { IDataObject } from 'n8n-workflow';

import { locate } from '../../../nodes/Stitch/run/locate';
import type { ResourceWith } from '../../../nodes/Stitch/run/resource';
import { InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { itemOf, serviceOf } from '../builders.mts';

const reference = (value: unknown) => ({ __rl: true, mode: 'externalReference', value });

/** A resource with what is found of it, look by look; the last answer stays. */
function findable(...answers: Array<IDataObject[] | ServiceFailure>) {
	const asked: string[] = [];
	const resource: ResourceWith<'field' | 'label' | 'findByReference'> = {
		value: 'paymentRequest',
		name: 'Payment Request',
		noun: 'payment request',
		field: { name: 'id', placeholder: '' },
		choice: { search: 'searchPaymentRequests', example: '', from: [] },
		label: ({ amount }) => [`R${String(amount)}`],
		async findByReference(_service, wanted) {
			asked.push(wanted);
			const next = answers.length > 1 ? answers.shift() : answers[0];
			if (next instanceof ServiceFailure) throw next;
			return next ?? [];
		},
	};
	return { resource, asked };
}

async function locateIn(value: unknown, ...answers: Array<IDataObject[] | ServiceFailure>) {
	const { resource, asked } = findable(...answers);
	const { service, clock } = serviceOf([]);
	const item = itemOf({ id: value } as IDataObject);
	const refusal = await locate(item, [resource], service).catch((cause: unknown) => cause);
	return { item, asked, clock, refusal };
}

async function mistakeIn(value: unknown, ...answers: IDataObject[][]) {
	const { refusal } = await locateIn(value, ...answers);
	return refusal instanceof InvalidInput ? refusal.mistakes[0] : refusal;
}

it('gives the ID of the one object that has the reference', async () => {
	const { item, asked } = await locateIn(reference(' order-1 '), [{ id: 'pr-1' }]);
	expect(item.get('id')).toBe('pr-1');
	expect(asked).toEqual(['order-1']);
});

it('searches the reference as it was written when the object was created', async () => {
	const { asked } = await locateIn(reference('order\u00a0\u00a01017'), [{ id: 'pr-1' }]);
	expect(asked).toEqual(['order 1017']);
});

it.each(['list', 'id'])('looks nothing up for what is chosen in the mode %s', async (mode) => {
	const { item, asked } = await locateIn({ __rl: true, mode, value: 'pr-1' });
	expect(item.get('id')).toBe('pr-1');
	expect(asked).toEqual([]);
});

it('looks nothing up for the plain ID of a node of version 1', async () => {
	const { item, asked } = await locateIn('pr-1');
	expect(item.get('id')).toBe('pr-1');
	expect(asked).toEqual([]);
});

it.each([undefined, '', ' '])('rejects an empty reference: %j', async (value) => {
	expect(await mistakeIn(reference(value))).toEqual({
		field: 'Payment Request',
		what: 'is empty',
		fix: 'Enter the external reference, or choose From List.',
	});
});

it('rejects a reference that nothing has, after it has given the service time to list it', async () => {
	const { refusal, asked, clock } = await locateIn(reference('order-1'), []);
	expect(refusal).toMatchObject({
		mistakes: [{ what: 'was not found: none has the external reference order-1' }],
	});
	expect(asked).toHaveLength(3);
	expect(clock.pauses).toEqual([500, 2000]);
});

it('finds what the service lists a moment after it was created', async () => {
	const { item } = await locateIn(reference('order-1'), [], [{ id: 'pr-1' }]);
	expect(item.get('id')).toBe('pr-1');
});

it('never guesses: it rejects a reference that several have, and shows them', async () => {
	const several = [
		{ id: 'pr-2', amount: 20 },
		{ id: 'pr-1', amount: 10 },
	];
	expect(await mistakeIn(reference('order-1'), several)).toEqual({
		field: 'Payment Request',
		what: 'is not clear: more than one has the external reference order-1',
		fix: 'Choose the right one From List, or enter its ID. The newest are: R20 (ID pr-2); R10 (ID pr-1).',
	});
});

it('asks for the ID where there is no list to choose from', async () => {
	const fixFor = async (value: unknown, ...found: IDataObject[]) => {
		const { resource } = findable(found);
		const { service } = serviceOf([]);
		const item = itemOf({ id: reference(value) } as IDataObject);
		const refusal = locate(item, [{ ...resource, choice: undefined }], service);
		return await refusal.catch((cause: InvalidInput) => cause.mistakes[0]?.fix);
	};
	expect(await fixFor('')).toBe('Enter the external reference, or enter the ID.');
	expect(await fixFor('order-1')).toMatch(/^Check for a mistyped character, or enter the ID\./);
	expect(await fixFor('order-1', { id: 'a', amount: 20 }, { id: 'b', amount: 10 })).toBe(
		'Enter the ID of the right one: R20 (ID a); R10 (ID b).',
	);
});

it('does not repeat what may be an account number', async () => {
	expect(await mistakeIn(reference('1234567890'), [])).toMatchObject({
		what: 'was not found: none has the external reference …90',
	});
});

it('passes on why the list could not be read: that is not the same as finding nothing', async () => {
	const failure = new ServiceFailure({ kind: 'status', happened: 'no', status: 403 });
	const { refusal } = await locateIn(reference('order-1'), failure);
	expect(refusal).toBeInstanceOf(ServiceFailure);
	expect(refusal).toMatchObject({ details: { status: 403 } });
});
