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
		expect(simplifyBank(supported('BankFeatureUnavailableStatus'))).toEqual({
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
		['BankFeatureOperationalStatus', 'operational'],
		['BankFeatureDegradedStatus', 'degraded'],
		['BankFeatureUnavailableStatus', 'unavailable'],
		['BankFeatureUnsupportedStatus', 'unsupported'],
		['BankFeatureMaintenanceStatus', 'BankFeatureMaintenanceStatus'],
		[undefined, null],
		[7, '7'],
	])('reads the type %p as %p', (type, payments) => {
		expect(simplifyBank(supported(type))).toMatchObject({ payments });
	});

	it('says why Stitch does not support it', () => {
		const state = { __typename: 'BankUnsupportedState', description: 'Not in South Africa' };
		expect(simplifyBank({ bankId: 'absa', state })).toMatchObject({
			payments: null,
			description: 'Not in South Africa',
			supported: false,
		});
	});

	it.each([
		[{ __typename: 'BankComingSoonState' }, false],
		[{}, null],
		[null, null],
		[undefined, null],
	])('has no payment columns when the state is %j', (state, isSupported) => {
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
