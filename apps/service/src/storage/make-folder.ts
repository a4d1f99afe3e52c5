import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * As `mkdir -p`, for the owner alone; a folder that exists keeps its mode, for it may be shared on purpose.
 * Node's own `recursive` never returns where a folder exists and can hold nothing, such as /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}
