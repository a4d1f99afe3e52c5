import { globSync } from 'node:fs';

/** Debian's libfaketime, which gives a real process a wrong clock. */
export const findFaketime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
