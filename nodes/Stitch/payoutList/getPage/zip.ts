/** A file in an archive. */
interface ZippedFile {
	/** In ASCII, with the folders that it is in. */
	name: string;
	/** Kept as UTF-8. */
	content: string;
}

/** What a checksum is advanced by, for each value of a byte (CRC-32 of ISO 3309, as ZIP uses it). */
const steps = Uint32Array.from({ length: 256 }, (_, byte) => {
	let step = byte;
	for (let bit = 0; bit < 8; bit++) step = step & 1 ? (step >>> 1) ^ 0xedb88320 : step >>> 1;
	return step;
});

function checksumOf(bytes: Uint8Array): number {
	let sum = 0xffffffff;
	for (const byte of bytes) sum = (sum >>> 8) ^ (steps[(sum ^ byte) & 0xff] ?? 0);
	return (sum ^ 0xffffffff) >>> 0;
}

/** Version 2.0 of the format, which is what folders need. */
const version = 20;

/** 1 January 1980, with which the days of the format begin: the same files are the same archive. */
const firstDay = 0x21;

/** What is said of a file both before it and in the directory at the end, in the same order. */
function zipFacts(name: Buffer, content: Buffer): Buffer {
	const facts = Buffer.alloc(26);
	facts.writeUInt16LE(version, 0);
	facts.writeUInt16LE(firstDay, 8);
	facts.writeUInt32LE(checksumOf(content), 10);
	facts.writeUInt32LE(content.length, 14);
	facts.writeUInt32LE(content.length, 18);
	facts.writeUInt16LE(name.length, 22);
	return facts;
}

/** An archive (ZIP, APPNOTE 6.3) of files that are stored as they are: n8n offers nodes no compression. */
export function zipped(files: readonly ZippedFile[]): Buffer {
	const before: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const file of files) {
		const [name, content] = [Buffer.from(file.name, 'latin1'), Buffer.from(file.content)];
		const facts = zipFacts(name, content);
		const stored = [Buffer.from('PK\x03\x04', 'latin1'), facts, name, content];
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		const madeBy = Buffer.from([version, 0]);
		directory.push(Buffer.from('PK\x01\x02', 'latin1'), madeBy, facts, place, name);
		before.push(...stored);
		offset += stored.reduce((sum, { length }) => sum + length, 0);
	}
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06', 'latin1');
	end.writeUInt16LE(files.length, 8);
	end.writeUInt16LE(files.length, 10);
	end.writeUInt32LE(Buffer.concat(directory).length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...before, ...directory, end]);
}
