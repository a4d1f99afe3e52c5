import { existsSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARIES: Readonly<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** The program of Debian's firefox-esr, or the one in FIREFOX_PATH. */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX_PATH'];
  return [named || '/usr/bin/firefox-esr'].find((file) => existsSync(file));
}

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

/** The programs of Debian's webkit2gtk-driver and xvfb. */
export function findWebKit(): WebKitPrograms | undefined {
  const programs = {
    driver: '/usr/bin/WebKitWebDriver',
    browser: join('/usr/lib', LIBRARIES[process.arch] ?? '', 'webkit2gtk-4.1', 'MiniBrowser'),
    display: '/usr/bin/Xvfb',
  };
  return Object.values(programs).every((file) => existsSync(file)) ? programs : undefined;
}
