import { globSync, writeFileSync } from 'node:fs';

/** Debian's libfaketime, which gives a real process a wrong clock. */
export const findFaketime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];

/** The environment of a process whose clock is off as the file says, at any time. */
export function wrongClock(file: string, off: string): Record<string, string> {
  writeFileSync(file, off);
  return {
    LD_PRELOAD: findFaketime()!,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
