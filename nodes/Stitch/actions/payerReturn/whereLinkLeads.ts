import type { Item } from '../../run/item';
import { ServiceFailure } from '../../transport/failure';
import type { Awaited } from './awaited';
import { afterTheLink } from './firstReading';

/**
 * Refuses to wait at an address to which no payer comes back. In an execution that was retried, n8n
 * takes the output of Create from the failed one, and with it the link that leads back there.
 * @throws {ServiceFailure}
 */
export function assertLinkLeadsHere(awaited: Awaited, item: Item, id: string): void {
	if (!item.mayHaveEarlierOutput) return;
	const here = new URL(item.resumeUrl);
	const executions = item
		.earlier(id)
		.flatMap(({ paymentUrl, consentUrl }) => executionBehind(paymentUrl ?? consentUrl, here));
	const [other] = executions;
	if (other === undefined || executions.includes(executionAt(here))) return;
	throw new ServiceFailure({
		kind: 'notSent',
		onlyRead: true,
		id,
		sentence: `The link leads back to execution ${other}, not to this one, so a payer who comes back would not be heard here`,
		advice: `${afterTheLink(awaited)} To wait for it, run another workflow: first ${awaited.get} with Return to This Workflow turned on, then a node that sends the payer the new link, then this node.`,
	});
}

/** The execution that a link of Stitch leads back to; empty if it leads somewhere else, or nowhere. */
function executionBehind(link: unknown, here: URL): string[] {
	const page = asUrl(link);
	const back = asUrl(page?.searchParams.get('redirect_uri'));
	return back && folderOf(back) === folderOf(here) ? [executionAt(back)] : [];
}

const asUrl = (text: unknown): URL | undefined =>
	typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
const folderOf = (address: URL): string => new URL('.', address).href;

/** n8n's address of a waiting execution ends with its ID. */
const executionAt = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/') + 1);
