/** Moments that code begins with. `$today` is always the day of n8n's own zone. */
const MOMENT = /\$now\b|\$today\b|\bDateTime\s*\.\s*\w+|\bnew Date\b/g;

/** What a time zone decides of a moment. A sum of days is as long everywhere, to the hour. */
const CALENDAR =
	/\.\s*(startOf|endOf|set|hasSame|toFormat|toISODate|toISOWeekDate|toSQL\w*|toLocaleString|toObject|weekday\w*|day|month|year|hour|ordinal|quarter)\b/;

/** What a moment may be without a zone, because it is compared as a number. */
const NUMBER = /^\s*\.\s*(toMillis\(\)|isValid\b)/;

const ZONE = /\bzone\b|\.\s*(setZone|toUTC)\(/;

/**
 * The moments in an expression or in code that are read or written without a time zone: what a day, a
 * month or an hour is depends on it, and a workflow has that of its n8n.
 */
export function timesWithoutZone(code: string): string[] {
	return [...code.matchAll(MOMENT)].flatMap(({ 0: start, index }) => {
		const read = code.slice(index + start.length);
		const call = /^\s*\(/.test(read) ? argumentsIn(read) : '';
		const chain = call + chainIn(read.slice(call.length));
		return isOpen(start, call, chain) ? [start + chain] : [];
	});
}

function isOpen(start: string, call: string, chain: string): boolean {
	if (start === '$today' || start === 'new Date') return true;
	if (ZONE.test(chain)) return false;
	const isRead = start !== '$now' && !/\.\s*(now|from(Millis|Seconds|JSDate))$/.test(start);
	return (isRead && !NUMBER.test(chain.slice(call.length))) || CALENDAR.test(chain);
}

/** The members and calls that follow a moment, such as `.plus({ days: 1 }).toISO()`. */
function chainIn(code: string): string {
	const member = /^\s*\??\.\s*\w+/.exec(code)?.[0];
	if (member === undefined) return '';
	const rest = code.slice(member.length);
	const call = rest.startsWith('(') ? argumentsIn(rest) : '';
	return member + call + chainIn(rest.slice(call.length));
}

/** The arguments of a call, with their brackets. */
function argumentsIn(code: string): string {
	let depth = 0;
	for (let at = 0; at < code.length; at++) {
		if (code[at] === '(') depth += 1;
		if (code[at] === ')') depth -= 1;
		if (depth === 0 && at > 0) return code.slice(0, at + 1);
	}
	return code;
}
