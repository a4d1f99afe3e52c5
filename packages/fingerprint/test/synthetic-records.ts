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
 * The record of one synthetic touch. Growing a finger and extracting it take long and depend on nothing but the engine's sources, so
 * each record is made once for these sources and kept in the system's temporary folder for all tests and test runs.
 */
export const syntheticRecord = (finger: number, impression: number): Uint8Array<ArrayBuffer> =>
  kept(
    `${finger}-${impression}.fmr`,
    () => new Uint8Array(encodeTemplate([extract(syntheticImage(finger, impression))])),
  );

/** The picture of one synthetic touch, kept in the same way. */
export function syntheticImage(finger: number, impression: number): Image {
  const pixels = kept(`${finger}-${impression}.gray`, () => new Uint8Array(synthesize({ finger, impression }).pixels));
  return { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, dpi: DPI, pixels };
}

/** A photo of a synthetic finger, kept in the same way. */
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

/** Changes with every source file of the engine and of the photos, and with the runtime, whose arithmetic may differ in the last bit. */
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

/** Written aside and renamed, so that whoever reads at the same time finds a whole file or none. */
function write(file: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const aside = `${file}.${process.pid}.${threadId}`;
  writeFileSync(aside, bytes);
  renameSync(aside, file);
  return bytes;
}
