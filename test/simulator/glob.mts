/** A pattern in which `*` stands for any text, as an expression for the whole of a text. */
export function globPattern(glob: string): RegExp {
	const parts = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('[^]*')}$`);
}
