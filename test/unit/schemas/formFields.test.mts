import { optionalDateTime } from '../../../nodes/Stitch/schemas/dateTime';
import { form } from '../../../nodes/Stitch/schemas/form';
import { dateField, numberField } from '../../../nodes/Stitch/schemas/formFields';
import { complaints, source } from './filledIn.mts';

it('reads dates where and when the item is', () => {
	const day = dateField({ displayName: 'Day' }, (label) =>
		optionalDateTime(label, { inFuture: true }),
	);
	const asked = form({ day });
	const at = { ...source({ day: '2026-11-28T10:00' }), timezone: 'Africa/Johannesburg' };
	const moment = '2026-11-28T08:00:00.000Z';
	expect(asked.read(at, { now: Date.parse(moment) - 1 })).toEqual({ day: moment });
	expect(() => asked.read(at, { now: Date.parse(moment) })).toThrow("'Day' is in the past");
});

it('rejects numbers outside of what the panel takes', () => {
	const asked = form({
		most: numberField({ displayName: 'Most', default: 5 }, { least: 1, most: 9 }),
	});
	expect(asked.properties[0]?.typeOptions).toEqual({ minValue: 1, maxValue: 9 });
	expect(asked.read(source({ most: '9' }))).toEqual({ most: 9 });
	expect(complaints(asked, { most: 10 })).toBe("'Most' cannot be 10");
});
