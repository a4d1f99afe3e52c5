import { LogoError, type Chunk, type SafePicture } from './logo-error.ts';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const KEPT = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L']);
/** The other flags of `VP8X` announce removed chunks. */
const HAS_ALPHA = 0x10;

const nameAt = (file: Uint8Array, at: number): string => Buffer.from(file.subarray(at, at + 4)).toString('latin1');

export const isWebp = (file: Uint8Array): boolean => nameAt(file, 0) === 'RIFF' && nameAt(file, 8) === 'WEBP';

export function safeWebp(file: Uint8Array): SafePicture {
  const chunks = chunksOf(Buffer.from(file));
  if (chunks.some(({ name }) => name === 'ANIM'))
    throw new LogoError('a logo does not move: this WebP file is animated');
  const kept = chunks.filter(({ name }) => KEPT.has(name));
  const sizes = kept.flatMap(({ name, data }) => sizeIn(name, data) ?? []);
  const extended = kept.filter(({ name }) => name === 'VP8X');
  // One picture, and a canvas of the same size if there is one.
  const [size, canvas = size] = sizes;
  const isOne = sizes.length === 1 + extended.length && (extended.length === 0 || kept[0] === extended[0]);
  if (size === undefined || canvas === undefined || !isOne || `${size}` !== `${canvas}`) throw broken();
  for (const { data } of extended) data[0]! &= HAS_ALPHA;
  const [width, height] = size;
  return { bytes: written(kept.map(({ whole }) => whole)), width, height };
}

/** Ignores bytes after the announced length. */
function chunksOf(file: Buffer): Chunk[] {
  const end = CHUNK_HEADER_BYTES + file.readUInt32LE(4);
  if (end > file.length) throw broken();
  const chunks: Chunk[] = [];
  for (let at = HEADER_BYTES; at < end; ) {
    const length = at + CHUNK_HEADER_BYTES > end ? Infinity : file.readUInt32LE(at + 4);
    const next = at + CHUNK_HEADER_BYTES + length + (length % 2);
    if (!(next <= end)) throw broken();
    const data = file.subarray(at + CHUNK_HEADER_BYTES, at + CHUNK_HEADER_BYTES + length);
    chunks.push({ name: nameAt(file, at), data, whole: file.subarray(at, next) });
    at = next;
  }
  return chunks;
}

/** RFC 9649, and RFC 6386 for lossy pictures. */
function sizeIn(name: string, data: Buffer): [[number, number]] | undefined {
  if (name === 'VP8X' && data.length === 10) return [[data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1]];
  if (name === 'VP8 ' && data.length > 10 && data.readUIntBE(3, 3) === 0x9d012a)
    return [[data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff]];
  if (name === 'VP8L' && data.length > 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return [[(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]];
  }
  return undefined;
}

function written(chunks: readonly Buffer[]): Uint8Array {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const header = Buffer.from('RIFF\0\0\0\0', 'latin1');
  header.writeUInt32LE(body.length, 4);
  return new Uint8Array(Buffer.concat([header, body]));
}

const broken = (): LogoError => new LogoError('this WebP file is not whole');
