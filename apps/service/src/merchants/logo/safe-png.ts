import { crc32, inflateSync } from 'node:zlib';
import { attempted } from '../../runtime/attempted.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

interface SafePicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Texts, times, profiles and other chunks are removed. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const MAX_UNPACKED = 9 * 1024 * 1024;

export const isPng = (file: Uint8Array): boolean => SIGNATURE.every((byte, i) => file[i] === byte);

export function safePng(file: Uint8Array): SafePicture {
  const kept = chunksOf(Buffer.from(file)).filter(({ name }) => KEPT.has(name));
  const [first, last] = [kept[0], kept.at(-1)];
  if (first?.name !== 'IHDR' || last?.name !== 'IEND' || first.data.length !== 13) throw broken();
  const [width, height] = [first.data.readUInt32BE(0), first.data.readUInt32BE(4)];
  requireUnpackable(kept.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  const bytes = new Uint8Array(Buffer.concat([SIGNATURE, ...kept.map(({ whole }) => whole)]));
  return { bytes, width, height };
}

/** Ignores bytes after the end of the picture. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw broken();
    const whole = file.subarray(at, end);
    const name = whole.toString('latin1', 4, 8);
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) throw broken();
    chunks.push({ name, data: whole.subarray(8, -4), whole });
    if (name === 'IEND') return chunks;
    at = end;
  }
  throw broken();
}

function requireUnpackable(parts: readonly Buffer[]): void {
  const unpacked = attempted(() => inflateSync(Buffer.concat(parts), { maxOutputLength: MAX_UNPACKED }));
  if (unpacked === undefined) throw broken();
}

const broken = (): RefusedError => new RefusedError('this PNG file is not whole');
