import type { FastifyReply } from 'fastify';

/** Makes a text safe inside HTML. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Answers with a small page. `body` is HTML: texts from outside must be escaped. */
export function sendPage(
	reply: FastifyReply,
	status: number,
	title: string,
	body: string,
): FastifyReply {
	const html = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body>
<h1>${escaped(title)}</h1>
<p>This is a simulation. No real money moves.</p>
${body}
</body>
</html>`;
	return reply.code(status).type('text/html; charset=utf-8').send(html);
}

/** A form with one button per action; the button's value is sent as `action`. */
export function buttons(target: string, actions: Record<string, string>): string {
	const list = Object.entries(actions).map(
		([value, label]) =>
			`<button type="submit" name="action" value="${value}" id="${value}">${label}</button>`,
	);
	return `<form method="post" action="${escaped(target)}">${list.join('\n')}</form>`;
}
