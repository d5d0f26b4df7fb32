it.each([
	[[undefined], []],
	[['a', undefined], ['a']],
	[{ list: [undefined] }, { list: [] }],
])('no test takes %j for equal to %j', (one, other) => {
	expect(() => expect(one).toEqual(other)).toThrow();
});
