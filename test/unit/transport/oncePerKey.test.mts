import { OncePerKey } from '../../../nodes/Stitch/transport/oncePerKey';

/** Work that ends when it is told to, and counts how often it was begun. */
function work() {
	let begun = 0;
	let end = (_value: string) => {};
	let fail = (_cause: Error) => {};
	return {
		begin: async () => {
			begun++;
			return await new Promise<string>((resolve, reject) => {
				end = resolve;
				fail = reject;
			});
		},
		end: (value: string) => end(value),
		fail: (cause: Error) => fail(cause),
		begun: () => begun,
	};
}

it('does the work of one key once for all who want it meanwhile', async () => {
	const shared = new OncePerKey<string>();
	const { begin, end, begun } = work();
	const both = Promise.all([shared.do('a', begin), shared.do('a', begin)]);
	end('done');
	expect(await both).toEqual(['done', 'done']);
	expect(begun()).toBe(1);
});

it('does it again for whoever comes later, also after a failure, which all of them get', async () => {
	const shared = new OncePerKey<string>();
	const failing = work();
	const both = Promise.allSettled([shared.do('a', failing.begin), shared.do('a', failing.begin)]);
	failing.fail(new Error('no'));
	expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect(await shared.do('a', async () => 'again')).toBe('again');
});

it('does the work of another key by itself', async () => {
	const shared = new OncePerKey<string>();
	void shared.do('a', work().begin);
	expect(await shared.do('b', async () => 'b')).toBe('b');
});
