import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's folder for libraries has one for each kind of processor. */
const PLACES = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];

const isIn = (folder: string): boolean => existsSync(join(folder, 'libfprint-2.so.2'));

/** Whether the system's libfprint is here; without it no reader can be tried. */
export const hasLibfprint = (): boolean =>
  PLACES.filter((place) => existsSync(place)).some(
    (place) => isIn(place) || readdirSync(place).some((name) => name.endsWith('-linux-gnu') && isIn(join(place, name))),
  );

export const NO_LIBFPRINT = 'No libfprint was found (Debian: apt-get install libfprint-2-2).';
