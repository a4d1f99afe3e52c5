import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Entry } from './contents.ts';
import { codeBlock, escapeHtml, heading } from './html.ts';

const FOLDER = 'examples';
const KINDS: Readonly<Record<string, string>> = { 'bio-api': 'Bio API', backend: 'Backend' };
const SYNTAXES: Readonly<Record<string, string>> = {
  '.mjs': 'js',
  '.py': 'python',
  '.java': 'java',
  '.go': 'go',
  '.php': 'php',
};

/** Every example has a page with its README and its source files. The page of all examples lists them. */
export const exampleEntries = (root: string): Entry[] =>
  Object.entries(KINDS).flatMap(([kind, name]) =>
    readdirSync(join(root, FOLDER, kind))
      .map((language) => ({ path: `${FOLDER}/${kind}/${language}`, title: `${name}: ${language}` }))
      .filter(({ path }) => existsSync(join(root, path, 'README.md')))
      .map(({ path, title }) => ({ path, title, file: `${path}/README.md`, isPartOf: FOLDER })),
  );

export const exampleSources = (root: string, { path }: Entry): string =>
  readdirSync(join(root, path))
    .filter((name) => extname(name) in SYNTAXES)
    .map((name) => {
      const code = readFileSync(join(root, path, name), 'utf8').trimEnd();
      return `${heading(2, name.toLowerCase(), escapeHtml(name))}\n${codeBlock(code, SYNTAXES[extname(name)])}`;
    })
    .join('\n');

/** One page for each topic. The page of all decisions lists them. */
export const decisionEntries = (root: string): Entry[] =>
  globSync('docs/decisions/*.md', { cwd: root, exclude: ['**/README.md'] })
    .toSorted()
    .map((file) => ({
      path: file.slice('docs/'.length, -'.md'.length),
      title: /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))![1]!,
      file,
      isPartOf: 'decisions',
    }));
