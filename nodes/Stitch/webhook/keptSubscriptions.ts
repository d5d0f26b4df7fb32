import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { placeOf, type PlaceHolder } from '../run/place';
import { clientOf } from '../transport/client';
import { seal, unseal } from './sealing';
import { keep, keptUnder } from './workflowData';

/** A subscription with its secret, which the service shows only once. */
export interface Subscribed {
	id: string;
	filterTypes: string[];
	secret: string;
}

/** The kept data about the subscriptions that a node has made at one address. */
interface Kept {
	url: string;
	clientId: string;
	/** The types that were asked for, whether or not the service took them all. */
	asked: string[];
	/** Each secret can be opened with the credential alone: see `seal`. None where the node has unsubscribed. */
	subscriptions: Array<Omit<Subscribed, 'secret'> & { sealed: string }>;
	/** In milliseconds since the epoch; always later than the time that was known before. */
	keptAt: number;
}

/** The n8n contexts that can read what n8n keeps with the workflow. */
export interface StaticDataHolder extends PlaceHolder {
	getWorkflowStaticData(type: 'global'): IDataObject;
	getMode(): WorkflowExecuteMode;
}

/** Under this name, n8n keeps the subscriptions of all triggers of a workflow. */
const name = 'stitchSubscriptions';

/** By slot, the latest that this process has kept or found. */
const latest = new Map<string, Kept>();

/** Undefined if this node has no known subscription. */
export function keptBy(context: StaticDataHolder, slot = slotOf(context)): Kept | undefined {
	const kept = latestOf(context, slot);
	return kept !== undefined && kept.subscriptions.length > 0 ? kept : undefined;
}

/**
 * The data that was kept last, even if nothing is subscribed any more. n8n can put back data that it saved
 * earlier: when a run ends in which another node remembers something, or at the time of a Schedule
 * Trigger. So the latest data that this process knows counts, and is kept again.
 */
function latestOf(context: StaticDataHolder, slot: string): Kept | undefined {
	const saved = keptUnder(name, context.getWorkflowStaticData('global'))[slot] as Kept | undefined;
	const known = latest.get(slot);
	const isPutBack = known !== undefined && known.keptAt > (saved?.keptAt ?? 0);
	if (isPutBack) keep(context, name, slot, known);
	else if (saved !== undefined) latest.set(slot, saved);
	return isPutBack ? known : saved;
}

/** Keeps the subscriptions of an address, sealed, in place of the earlier ones. */
export function keepSecrets(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
	made: Pick<Kept, 'url' | 'asked'> & { subscriptions: readonly Subscribed[] },
): void {
	const { url, asked } = made;
	const clientId = clientOf(credential);
	const subscriptions = made.subscriptions.map(({ id, filterTypes, secret }) => {
		const sealed = seal(secret, credential, owner(context, { url, clientId }, id));
		return { id, filterTypes: [...filterTypes], sealed };
	});
	write(context, slotOf(context), { url, clientId, asked: [...asked], subscriptions });
}

/** The subscriptions of this node whose secret this credential opens. */
export function openSecrets(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
): Subscribed[] {
	const kept = keptBy(context);
	return (kept?.subscriptions ?? []).flatMap(({ id, filterTypes, sealed }) => {
		const secret = kept && unseal(sealed, credential, owner(context, kept, id));
		return secret === undefined ? [] : [{ id, filterTypes, secret }];
	});
}

/**
 * Forgets the data of this node, when its subscriptions at an address are removed. n8n does not say when
 * it ends a test in the editor: the data that was kept for the test shows it.
 */
export function forget(context: StaticDataHolder, url: string): void {
	const isOfTest = keptBy(context, testSlotOf(context))?.url === url;
	const slot = isOfTest ? testSlotOf(context) : slotOf(context);
	const kept = keptBy(context, slot);
	if (kept !== undefined) write(context, slot, { ...kept, subscriptions: [] });
}

function write(context: StaticDataHolder, slot: string, made: Omit<Kept, 'keptAt'>): void {
	// The clock of n8n can be set back, and that of another process can be ahead.
	const keptAt = Math.max(Date.now(), (latestOf(context, slot)?.keptAt ?? 0) + 1);
	const kept = { ...made, keptAt };
	latest.set(slot, kept);
	keep(context, name, slot, kept);
}

/** A test in the editor has its own address and subscriptions. */
function slotOf(context: StaticDataHolder): string {
	return context.getMode() === 'manual' ? testSlotOf(context) : `${placeOf(context)}/production`;
}

function testSlotOf(context: StaticDataHolder): string {
	return `${placeOf(context)}/test`;
}

/** The node, address and client to which the secret of a subscription is bound. */
function owner(
	context: StaticDataHolder,
	{ url, clientId }: Pick<Kept, 'url' | 'clientId'>,
	id: string,
): string {
	return JSON.stringify([placeOf(context), url, clientId, id]);
}
