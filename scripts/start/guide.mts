import type { Owner, SavedWorkflow } from '../../test/host/api.mts';
import { credentialForm, type Reachable } from '../../test/simulator/credential-form.mts';
import { knownHolder } from '../../test/simulator/verification/known-holder.mts';
import { PAYOUT_FORM } from './payout-run.mts';

/** What runs on this machine when the demo is ready. */
export interface Demo {
	n8nUrl: string;
	owner: Owner;
	/** By the name of their file in `examples`. */
	workflows: Map<string, SavedWorkflow>;
	payouts: SavedWorkflow;
	/** Starts on events, without a public address. */
	reacting: SavedWorkflow;
	mailUrl: string;
	simulator: Reachable;
}

/** What a person can do now: printed when the demo is ready. */
export function guide(demo: Demo): string {
	const { n8nUrl, owner, payouts, reacting, mailUrl, simulator } = demo;
	return `
n8n is open at ${n8nUrl}
  e-mail    ${owner.email}
  password  ${owner.password}

Where to click first, once you are logged in
  1. ${linkOf(demo, payouts)}
     Executions (at the top) shows the run of above, row by row.
  2. ${n8nUrl}/form/${PAYOUT_FORM}
     Its form. Upload examples/payouts.csv again: nobody is paid twice. Then change a row.
  3. ${linkOf(demo, reacting)}
     It runs already, without a public address. Run a payout or pay a payment link, and within a
     minute it starts: look at its Executions.

The workflows that were imported (Publish starts those with a form or a trigger)
${[...demo.workflows.values()].map((each) => `  ${each.name}\n    ${linkOf(demo, each)}`).join('\n')}

What makes things happen here: the values of a test client
  Payouts        R150.00 is paid. R400 the bank declines, R401 inactive account, R402 invalid
                 account, R404 waits and is paid, more than R404 waits and is declined.
  Payment links  Open paymentUrl in a browser, and play the payer: Pay, Fail or Close.
  Verification   Account 1234567890 of any bank, ID number ${knownHolder.identityNumber}, initials ${knownHolder.initials},
                 family name ${knownHolder.familyName}, account type ${knownHolder.accountType}: verified. Another ID number: refuted.
  Card machines  terminal-1 and terminal-2. R149.00 is approved, R149.50 is declined (50 cents and
                 more are).
  Refunds        An amount that ends in 51 cents does not work out.

Mails that the workflows send arrive at ${mailUrl}, and go nowhere else.

For a credential of your own (Stitch API):
${credentialForm(simulator)}

Nothing here moves real money. Press Ctrl-C to stop.`;
}

function linkOf({ n8nUrl }: Demo, { id }: SavedWorkflow): string {
	return `${n8nUrl}/workflow/${id}`;
}
