import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installed } from '../debian-package.ts';

const UNPACK = '/usr/bin/woff2_decompress';

const FILES = [
  'node_modules/@fontsource-variable/*/files/*-wght-normal.woff2',
  'node_modules/@fontsource/noto-sans-symbols-2/files/*-400-normal.woff2',
];

/** Writes the fonts of the pictures, and returns a fontconfig file with only these fonts. */
export function prepareFonts(root: string): string {
  installed({ woff2: UNPACK });
  const folder = join(root, 'node_modules', '.cache', 'picture-fonts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Chromium cannot read compressed system fonts.
  for (const file of globSync(FILES, { cwd: root })) {
    const copy = join(folder, basename(file));
    cpSync(join(root, file), copy);
    execFileSync(UNPACK, [copy]);
    rmSync(copy);
  }
  const config = join(folder, 'fonts.conf');
  writeFileSync(config, fontConfig(folder));
  return config;
}

const fontConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  ${alias('sans-serif', 'Inter')}
  ${alias('system-ui', 'Inter')}
  ${alias('serif', 'Inter')}
  ${alias('monospace', 'JetBrains Mono')}
  ${alias('ui-monospace', 'JetBrains Mono')}
</fontconfig>
`;

const alias = (family: string, font: string): string =>
  `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
