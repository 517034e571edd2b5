import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A Chromium screenshot (PNG, 8 bits, no interlace) packed as tightly as flat pages allow: same pixels, fewer bytes. */
export function packedPng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.bytes;
  if (header === undefined) throw new Error('A PNG has an IHDR chunk, but this one has none.');
  const pixelBytes = header[9] === 6 ? 4 : 3;
  const rowBytes = header.readUInt32BE(0) * pixelBytes;
  const packed = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ bytes }) => bytes)));
  const rows = unfiltered(packed, { rowBytes, pixelBytes });
  // Filters help photographs; on text and flat colour the plain rows repeat themselves better.
  const plain = Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row]));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(plain, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunksOf(png: Buffer): readonly { readonly type: string; readonly bytes: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), bytes: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

// PNG specification, section 9.2: each byte was stored as its difference to left, above, both, or the nearest of three.
function unfiltered(
  packed: Buffer,
  { rowBytes, pixelBytes }: { readonly rowBytes: number; readonly pixelBytes: number },
): readonly Buffer[] {
  const rows: Buffer[] = [];
  let above = Buffer.alloc(rowBytes);
  for (let at = 0; at < packed.length; at += rowBytes + 1) {
    const filter = packed[at] ?? 0;
    const row = Buffer.from(packed.subarray(at + 1, at + 1 + rowBytes));
    for (let i = 0; i < rowBytes; i += 1) {
      const left = row[i - pixelBytes] ?? 0;
      const up = above[i] ?? 0;
      const corner = i < pixelBytes ? 0 : (above[i - pixelBytes] ?? 0);
      const guesses = [0, left, up, (left + up) >> 1, nearestOf(left, { up, corner })];
      row[i] = ((row[i] ?? 0) + (guesses[filter] ?? 0)) & 255;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function nearestOf(left: number, { up, corner }: { readonly up: number; readonly corner: number }): number {
  const guess = left + up - corner;
  const distance = (value: number) => Math.abs(guess - value);
  if (distance(left) <= distance(up) && distance(left) <= distance(corner)) return left;
  return distance(up) <= distance(corner) ? up : corner;
}

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(bytes.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
