import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { encodeTemplate, extract, synthesize, type Image, type Photo } from '../src/index.ts';
import { PHOTO_HEIGHT as height, PHOTO_WIDTH as width } from './photograph-skin.ts';
import { photograph, type SyntheticPhoto } from './photograph.ts';
import { DPI, IMAGE_HEIGHT, IMAGE_WIDTH } from '../src/synthesize/sizes.ts';

/**
 * The record of one synthetic capture. Growing and extracting a finger is slow and depends only on the engine's sources, so each record is
 * made once for these sources and cached in the system's temporary folder.
 */
export const syntheticRecord = (finger: number, impression: number): Uint8Array<ArrayBuffer> =>
  kept(
    `${finger}-${impression}.fmr`,
    () => new Uint8Array(encodeTemplate([extract(syntheticImage(finger, impression))])),
  );

/** Cached in the same way. */
export function syntheticImage(finger: number, impression: number): Image {
  const pixels = kept(`${finger}-${impression}.gray`, () => new Uint8Array(synthesize({ finger, impression }).pixels));
  return { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, dpi: DPI, pixels };
}

/** Cached in the same way. */
export function syntheticPhoto(wanted: SyntheticPhoto): Photo {
  const name = Object.entries(wanted)
    .map(([what, value]) => `${what}=${value}`)
    .join(',');
  const { buffer } = kept(`${name}.rgba`, () => new Uint8Array(photograph(wanted).data));
  return { width, height, data: new Uint8ClampedArray(buffer) };
}

function kept(name: string, make: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const file = join((folder ??= makeFolder()), name);
  return read(file) ?? write(file, make());
}

let folder: string | undefined;

function makeFolder(): string {
  const made = join(
    process.env['AUTHLY_TESTS_CACHE'] ?? tmpdir(),
    `authly-synthetic-records-${process.getuid?.() ?? ''}`,
    sourcesHash(),
  );
  mkdirSync(made, { recursive: true, mode: 0o700 });
  return made;
}

/** Covers the sources of the engine and of the photos, and the runtime, whose arithmetic may differ in the last bit. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(process.version).update(process.arch);
  const sources = join(import.meta.dirname, '..');
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort())
    if (/^(?:src\/(?!.*\.test\.)|test\/photograph).*\.ts$/.test(name))
      hash.update(name).update(readFileSync(join(sources, name)));
  return hash.digest('hex').slice(0, 16);
}

function read(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** Written to a temporary name first, so that a concurrent reader finds a complete file or none. */
function write(file: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const aside = `${file}.${process.pid}.${threadId}`;
  writeFileSync(aside, bytes);
  renameSync(aside, file);
  return bytes;
}
