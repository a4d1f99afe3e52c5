import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decompress } from 'wawoff2';

const FILES = [
  'node_modules/@fontsource-variable/*/files/*-wght-normal.woff2',
  'node_modules/@fontsource/noto-sans-symbols-2/files/*-400-normal.woff2',
];

/** Writes the fonts of the pictures, and returns a fontconfig file with only these fonts. */
export async function prepareFonts(root: string): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'picture-fonts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Chromium cannot read compressed system fonts.
  for (const file of globSync(FILES, { cwd: root }))
    writeFileSync(join(folder, basename(file, '.woff2') + '.ttf'), await decompress(readFileSync(join(root, file))));
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
