import { join } from 'node:path';

/** The folder with everything that is read at run time. The build moves this file one folder up. */
export const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
