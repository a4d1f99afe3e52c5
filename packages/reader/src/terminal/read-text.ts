import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/** A file that the person named. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}
