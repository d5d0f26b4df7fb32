/** Does something with each of these, four at a time. @returns what came of each, in their order */
export async function fourAtOnce<T, Result>(
	all: Iterable<T>,
	work: (one: T) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const left = [...all].entries();
	const lane = async () => {
		for (const [index, one] of left) results[index] = await work(one);
	};
	await Promise.all([lane(), lane(), lane(), lane()]);
	return results;
}
