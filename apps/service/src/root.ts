import { join } from 'node:path';

/** The folder with everything that is read at run time. The bundle of the build folder is as deep below its root as this file. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');
