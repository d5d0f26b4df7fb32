import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IWebhookFunctions,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { placeOf, type PlaceHolder } from '../run/place';
import { clientOf } from '../transport/clientToken';
import { partsOf } from '../transport/json';
import { isErrorOfN8n } from '../transport/n8nInternals';
import type { Rejection } from './rejections';
import { isAutomatic } from './settings';
import { keysOf, type SigningKey } from './signature';
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
	/** The client of these subscriptions. */
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

/** The keys that may have signed; without any, every request is refused. */
type SigningKeys = { keys: SigningKey[] } | { rejection: Rejection };

/** By slot, the latest that this process has kept or found. */
const latest = new Map<string, Kept>();

/** The data that this node has kept; undefined if it has no known subscription. */
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
export function keepSecret(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
	made: Pick<Kept, 'url' | 'asked'> & { subscriptions: readonly Subscribed[] },
): void {
	const place = { url: made.url, clientId: clientOf(credential) };
	const subscriptions = made.subscriptions.map(({ id, filterTypes, secret }) => {
		const sealed = seal(secret, credential, boundTo(context, place, id));
		return { id, filterTypes: [...filterTypes], sealed };
	});
	write(context, { ...place, asked: [...made.asked], subscriptions });
}

/** The subscriptions of this node whose secret this credential opens. */
export function openSecrets(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
): Subscribed[] {
	const kept = keptBy(context);
	return (kept?.subscriptions ?? []).flatMap(({ id, filterTypes, sealed }) => {
		const secret = kept && unseal(sealed, credential, boundTo(context, kept, id));
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
	if (kept !== undefined) write(context, { ...kept, subscriptions: [] }, slot);
}

/** The secrets that a person has pasted into the credential, which shows them only by its switch. */
export function pastedSecrets(credential: ICredentialDataDecryptedObject): string[] {
	const { manualEventSubscriptions, webhookSecret } = credential;
	return manualEventSubscriptions === true ? partsOf(webhookSecret) : [];
}

/** The keys that a request to this node may have been signed with. Never throws. */
export async function signingKeys(context: IWebhookFunctions): Promise<SigningKeys> {
	let credential: ICredentialDataDecryptedObject;
	try {
		credential = await context.getCredentials('stitchApi');
	} catch (cause) {
		// If this were thrown, any request would get a 500 and leave a stored execution. What is not an
		// error of n8n itself is one of its database. That is over in a moment and needs no alert: the
		// service then sends the event again.
		return isErrorOfN8n(cause)
			? withoutKey('credential', 'the credential cannot be read')
			: withoutKey('unavailable', "n8n's database could not be asked for the credential");
	}
	if (!isAutomatic(context)) {
		const keys = keysOf(pastedSecrets(credential));
		return keys.length > 0
			? { keys }
			: withoutKey('noSecret', 'the credential contains no signing secret');
	}
	const keys = openSecrets(context, credential).flatMap(({ secret, filterTypes }) =>
		keysOf([secret], filterTypes),
	);
	if (keys.length > 0) return { keys };
	const { clientId = clientOf(credential) } = keptBy(context) ?? {};
	return clientId === clientOf(credential)
		? withoutKey('lost', 'no signing secret of the event subscription can be read here')
		: withoutKey('client', 'the event subscription belongs to a different client');
}

function withoutKey(kind: Rejection['kind'], reason: string): SigningKeys {
	return { rejection: { kind, reason } };
}

/** A test in the editor has its own address and subscriptions. */
function slotOf(context: StaticDataHolder): string {
	return context.getMode() === 'manual' ? testSlotOf(context) : `${placeOf(context)}/production`;
}

function testSlotOf(context: StaticDataHolder): string {
	return `${placeOf(context)}/test`;
}

function boundTo(
	context: StaticDataHolder,
	{ url, clientId }: Pick<Kept, 'url' | 'clientId'>,
	id: string,
): string {
	return JSON.stringify([placeOf(context), url, clientId, id]);
}

/** Under this name, n8n keeps the subscriptions of all triggers of a workflow. */
const name = 'stitchSubscriptions';

function write(
	context: StaticDataHolder,
	made: Omit<Kept, 'keptAt'>,
	slot = slotOf(context),
): void {
	// The clock of n8n can be set back, and that of another process can be ahead.
	const keptAt = Math.max(Date.now(), (latestOf(context, slot)?.keptAt ?? 0) + 1);
	const kept = { ...made, keptAt };
	latest.set(slot, kept);
	keep(context, name, slot, kept);
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text so that only the credential opens it (AES-256-GCM; the key comes from
 * the client's ID and secret by HKDF-SHA-256). n8n keeps what belongs to a workflow in plain text: in
 * its database, its API and every backup.
 * @param bound what the text belongs to; it opens for nothing else
 */
export function seal(
	text: string,
	credential: ICredentialDataDecryptedObject,
	bound: string,
): string {
	const nonce = randomBytes(nonceBytes);
	const cipher = createCipheriv(algorithm, sealingKey(credential), nonce);
	cipher.setAAD(Buffer.from(bound));
	const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
}

/**
 * Decrypts a sealed text; undefined with a different credential, for a different place, or if it was
 * changed.
 */
export function unseal(
	sealed: unknown,
	credential: ICredentialDataDecryptedObject,
	bound: string,
): string | undefined {
	if (typeof sealed !== 'string') return undefined;
	const bytes = Buffer.from(sealed, 'base64');
	if (bytes.length < nonceBytes + tagBytes) return undefined;
	const decipher = createDecipheriv(
		algorithm,
		sealingKey(credential),
		bytes.subarray(0, nonceBytes),
	).setAAD(Buffer.from(bound));
	decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
	try {
		const content = decipher.update(bytes.subarray(nonceBytes + tagBytes));
		return Buffer.concat([content, decipher.final()]).toString('utf8');
	} catch {
		return undefined;
	}
}

/** Trimmed, as when a token is requested: an added space changes nothing. */
function sealingKey({ clientId, clientSecret }: ICredentialDataDecryptedObject): Buffer {
	const [id, secret] = [clientId, clientSecret].map((value) => String(value ?? '').trim());
	const purpose = 'n8n-nodes-stitch-payments signing secret';
	return Buffer.from(hkdfSync('sha256', secret ?? '', id ?? '', purpose, 32));
}
