import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian has a library folder for each architecture. */
const PLACES = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];

const isIn = (folder: string): boolean => existsSync(join(folder, 'libfprint-2.so.2'));

export const hasLibfprint = (): boolean =>
  PLACES.filter((place) => existsSync(place)).some(
    (place) => isIn(place) || readdirSync(place).some((name) => name.endsWith('-linux-gnu') && isIn(join(place, name))),
  );

export const NO_LIBFPRINT = 'No libfprint was found (Debian: apt-get install libfprint-2-2).';
