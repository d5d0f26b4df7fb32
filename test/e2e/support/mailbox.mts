import type { Credential } from '../../host/api.mts';
import {
	smtpCredential,
	startMailServer,
	type Mail,
	type MailServer,
} from '../../host/mailServer.mts';
import { until } from '../../host/until.mts';
import type { Environment } from './environment.mts';

/** A mail server whose mails a test takes out one by one. */
export interface Mailbox {
	port: number;
	/** @returns the first mail that fits, waiting for it if need be, and takes it out */
	next(fits: (mail: Mail) => boolean): Promise<Mail>;
	/** From now on the mail server refuses mails to whoever fits. */
	refuse: MailServer['refuse'];
	stop(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function openMailbox(): Promise<Mailbox> {
	const { mails, port, refuse, stop } = await startMailServer();
	return {
		port,
		async next(fits) {
			return await until(
				'a mail, beside those that came',
				() => mails.map(({ to, subject }) => `${to}: ${subject}`),
				() => {
					const index = mails.findIndex(fits);
					return index < 0 ? undefined : mails.splice(index, 1)[0];
				},
			);
		},
		refuse,
		stop,
	};
}

/** Saves what n8n needs to send mails to it. */
export async function saveMailCredential(
	{ api }: Environment,
	{ port }: Mailbox,
): Promise<Credential> {
	return await api.createCredential({
		name: `Mail ${port}`,
		type: 'smtp',
		data: smtpCredential({ port }),
	});
}
