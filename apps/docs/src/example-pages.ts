import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { codeBlock, heading } from './blocks.ts';
import type { Entry } from './contents.ts';
import { escapeHtml } from './html-text.ts';

const FOLDER = 'examples';
const KINDS: Readonly<Record<string, string>> = { 'bio-api': 'Bio API', backend: 'Backend' };

/** Every example has a page: its README, and its files to read and to copy. They stand behind the page of all examples. */
export function exampleEntries(root: string): Entry[] {
  if (!existsSync(join(root, FOLDER, 'README.md'))) return [];
  return Object.entries(KINDS).flatMap(([kind, name]) =>
    readdirSync(join(root, FOLDER, kind)).flatMap((language) => {
      const path = `${FOLDER}/${kind}/${language}`;
      if (!existsSync(join(root, path, 'README.md'))) return [];
      return [{ path, title: `${name}: ${language}`, file: `${path}/README.md`, isPartOf: FOLDER }];
    }),
  );
}

const SYNTAXES: Readonly<Record<string, string>> = {
  '.mjs': 'js',
  '.py': 'python',
  '.java': 'java',
  '.go': 'go',
  '.php': 'php',
};

/** Its files, those that somebody reads. */
export const exampleSources = (root: string, { path }: Entry): string =>
  readdirSync(join(root, path))
    .filter((name) => extname(name) in SYNTAXES)
    .map((name) => {
      const code = readFileSync(join(root, path, name), 'utf8').trimEnd();
      return `${heading(2, name.toLowerCase(), escapeHtml(name))}\n${codeBlock(code, SYNTAXES[extname(name)])}`;
    })
    .join('\n');
