import { crc32 } from 'node:zlib';

import { zipped } from '../../../../nodes/Stitch/payoutList/getPage/zip';

it('an archive has a checksum of each file, which other programs compare', () => {
	const files = [
		{ name: 'a.xml', content: '<a/>' },
		{ name: 'b/c.xml', content: 'Elsabé '.repeat(1000) },
		{ name: 'empty.xml', content: '' },
	];
	const archive = zipped(files);
	let at = 0;
	for (const { name, content } of files) {
		const bytes = Buffer.from(content);
		expect(archive.toString('latin1', at + 30, at + 30 + name.length)).toBe(name);
		expect(archive.readUInt32LE(at + 14)).toBe(crc32(bytes));
		expect(archive.readUInt32LE(at + 22)).toBe(bytes.length);
		at += 30 + name.length + bytes.length;
	}
	expect(archive.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
});
