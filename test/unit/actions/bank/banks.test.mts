import { simplifyBank } from '../../../../nodes/Stitch/actions/bank/banks';

const since = '2026-11-20T06:00:00.000Z';
const supported = (type: unknown) => ({
	bankId: 'capitec',
	name: 'Capitec',
	country: 'ZA',
	state: {
		__typename: 'BankSupportedState',
		featureStatus: { payments: { __typename: type, description: 'Slow today', since } },
	},
});

describe('a bank as columns', () => {
	it('has its ID, which payouts name it by, and how its payments are', () => {
		expect(simplifyBank(supported('PaymentsFeatureUnavailable'))).toEqual({
			bank: 'capitec',
			name: 'Capitec',
			payments: 'unavailable',
			description: 'Slow today',
			since,
			supported: true,
			country: 'ZA',
		});
	});

	it.each([
		['AnythingOperational', 'operational'],
		['BankFeatureDegraded', 'degraded'],
		['Unavailable', 'unavailable'],
		['FeatureUnsupported', 'unsupported'],
		['FeatureUnderMaintenance', 'FeatureUnderMaintenance'],
		[undefined, null],
		[7, '7'],
	])('reads %p by how it ends: %p', (type, payments) => {
		expect(simplifyBank(supported(type))).toMatchObject({ payments });
	});

	it.each([
		[{ __typename: 'BankComingSoonState' }, false],
		[{}, null],
		[null, null],
		[undefined, null],
	])('says nothing of payments where the state is %j', (state, isSupported) => {
		expect(simplifyBank({ bankId: 'absa', state })).toEqual({
			bank: 'absa',
			name: null,
			payments: null,
			description: null,
			since: null,
			supported: isSupported,
			country: null,
		});
	});
});
