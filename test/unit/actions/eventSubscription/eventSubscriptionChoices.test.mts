import {
	addressesToChoose,
	eventSubscriptionChoices,
} from '../../../../nodes/Stitch/actions/eventSubscription/eventSubscriptions';
import { serviceOf } from '../../builders.mts';
import { here, listed, old } from './subscriptions.mts';

it('offers each address once, with all that it is sent', async () => {
	const twin = { ...here, id: 'ep_3', filterTypes: ['refund', 'disbursement'] };
	const { service } = serviceOf([listed(here, old, twin)]);
	const choices = await addressesToChoose(service);
	expect(choices.map(({ id }) => id)).toEqual([here.url, old.url]);
	expect(choices.map((one) => eventSubscriptionChoices.label(one, 'Africa/Johannesburg'))).toEqual([
		`${here.url} · payment, refund, disbursement`,
		`${old.url} · refund`,
	]);
});

it('says of one that brings everything that it does', async () => {
	const { service } = serviceOf([listed({ ...old, filterTypes: null })]);
	const [choice = {}] = await addressesToChoose(service);
	expect(eventSubscriptionChoices.label(choice, 'Africa/Johannesburg')).toBe(
		`${old.url} · all types`,
	);
});
