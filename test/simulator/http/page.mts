import type { FastifyReply } from 'fastify';

/** Makes a text safe inside HTML. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Readable on a phone, in a light and in a dark look. */
const style = `:root { color-scheme: light dark }
body { margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 3rem auto; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
form { display: flex; flex-wrap: wrap; gap: 0.75rem }
button { padding: 0.5rem 1.25rem; font: inherit }`;

/** Answers with a small page. `body` is HTML: texts from outside must be escaped. */
export function sendPage(
	reply: FastifyReply,
	status: number,
	title: string,
	body: string,
): FastifyReply {
	const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
<p><small>This is a simulation. No real money moves.</small></p>
</main>
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
