/** How many there are, in words, such as `1 payment` and `20 payments`. @param what in the singular */
export const numberOf = (count: number, what: string): string =>
	`${count} ${what}${count === 1 ? '' : 's'}`;
