import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { encodeTemplate, extract, synthesize } from '../src/index.ts';

/**
 * The record of one synthetic touch. Growing a finger and extracting it take long and depend on nothing but the engine's sources, so
 * each record is made once for these sources and kept in the system's temporary folder for all tests and test runs.
 */
export function syntheticRecord(finger: number, impression: number): Uint8Array<ArrayBuffer> {
  const file = join((folder ??= makeFolder()), `${finger}-${impression}.fmr`);
  return read(file) ?? write(file, new Uint8Array(encodeTemplate([extract(synthesize({ finger, impression }))])));
}

let folder: string | undefined;

function makeFolder(): string {
  const made = join(tmpdir(), `authly-synthetic-records-${process.getuid?.() ?? ''}`, sourcesHash());
  mkdirSync(made, { recursive: true, mode: 0o700 });
  return made;
}

/** Changes with every source file of the engine, and with the runtime, whose arithmetic may differ in the last bit. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(process.version).update(process.arch);
  const sources = join(import.meta.dirname, '../src');
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(name).update(readFileSync(join(sources, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

function read(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** Written aside and renamed, so that whoever reads at the same time finds a whole record or none. */
function write(file: string, record: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const aside = `${file}.${process.pid}.${threadId}`;
  writeFileSync(aside, record);
  renameSync(aside, file);
  return record;
}
