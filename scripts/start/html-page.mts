import { escaped } from '../../test/simulator/http/page.mts';

export { escaped };

/** The pages of this site, as the line at the top of each names them. */
const PLACES = { '/': 'Start', '/mails': 'Mailbox' };

/** No scripts and nothing from elsewhere: one style, for light and dark, wide and narrow. */
const style = `:root { color-scheme: light dark; --text: #1d2433; --dim: #566074; --back: #fff; --card: #f5f7fa; --line: #d5dbe5; --strong: #1f5fbf; --on-strong: #fff }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --dim: #a3acbd; --back: #14171d; --card: #1e232c; --line: #39414f; --strong: #7fb2ff; --on-strong: #10131a } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem 1rem 3rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); overflow-wrap: anywhere }
nav { display: flex; gap: 1.25rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line) }
nav [aria-current] { color: inherit; font-weight: 600; text-decoration: none }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 1.25rem 0 .5rem }
h2 { font-size: 1.25rem; margin: 2rem 0 .75rem }
h3 { font-size: 1.05rem; margin: 0 }
p { margin: .4rem 0 }
a { color: var(--strong) }
.dim { color: var(--dim) }
.box, article { padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card) }
.grid { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)) }
article { display: flex; flex-direction: column }
article .links { margin-top: auto; padding-top: .5rem }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center }
.run { padding: .35rem .8rem; border-radius: .4rem; background: var(--strong); color: var(--on-strong); text-decoration: none; font-weight: 600 }
dl { display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .35rem 1rem; margin: .5rem 0 }
dt { color: var(--dim) }
dd { margin: 0 }
code { font: .95em ui-monospace, monospace; user-select: all }
li { margin-bottom: .6rem }
pre { white-space: pre-wrap; font: inherit }
iframe { width: 100%; height: 75vh; border: 1px solid var(--line); border-radius: .6rem; background: #fff }`;

/**
 * A whole page of this site.
 * @param place the path of the page, or of the one that it belongs to
 * @param body HTML: texts from outside must be escaped
 */
export function htmlPage(place: keyof typeof PLACES, title: string, body: string): string {
	const links = Object.entries(PLACES).map(([path, name]) => {
		const isHere = path === place ? ' aria-current="true"' : '';
		return `<a href="${path}"${isHere}>${name}</a>`;
	});
	return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><nav>${links.join('')}</nav>
<main><h1>${escaped(title)}</h1>
${body}</main></body>
</html>
`;
}

/** What stands where there is no page. */
export function noSuchPage(): string {
	return htmlPage('/', 'There is no such page', '<p>The links above lead to what there is.</p>');
}

/**
 * Markdown as the sentences about the examples have it (links, emphasis, code), as HTML.
 * @param target where a link leads, by what stands in its brackets; undefined: no link
 */
export function inHtml(markdown: string, target: (link: string) => string | undefined): string {
	return escaped(markdown)
		.replace(/`([^`]+)`/g, '<code>$1</code>')
		.replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
		.replace(/\b_([^_]+)_\b/g, '<i>$1</i>')
		.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_all, text: string, link: string) => {
			const address = target(link);
			return address === undefined ? text : `<a href="${address}">${text}</a>`;
		});
}
