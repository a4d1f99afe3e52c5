import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text that people read. */
export interface Text {
  readonly file: string;
  readonly text: string;
}

const GENERATED_VALUE = /<!--=[\w.-]+-->[^]*?<!--\/-->/g;

/** Prose of a Markdown file: without code, and without addresses of links. */
export const prose = (markdown: string): string =>
  markdown
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '`…`')
    .replaceAll(/\]\([^()\s]+\)/g, ']')
    .replaceAll(/<[^>]*>/g, ' ');

/** Markdown for people. The reference is generated, so it has the words of commands, settings, metrics and errors. */
export const documents = (root: string): Text[] =>
  textsOf(root, ['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md', 'examples/**/README.md', 'research/README.md']);

const textsOf = (root: string, patterns: string[]): Text[] =>
  globSync(patterns, { cwd: root, exclude: ['**/*.test.ts', '**/node_modules'] })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Without what `npm run generate` fills in: constants of the code may be named. */
export const withoutGenerated = ({ file, text }: Text): Text => ({ file, text: text.replaceAll(GENERATED_VALUE, ' ') });

/** English words on screens and in terminals. */
export const interfaceWords = (root: string): Text[] =>
  textsOf(root, [
    'packages/ui/src/words/en.ts',
    'apps/sandbox/src/welcome.ts',
    'apps/console/src/**/*.tsx',
    'apps/service/src/operator/{actions,cli}/**/*.ts',
  ]).map(({ file, text }) => ({ file, text: quoted(text) }));

/** Texts in quotes or between tags, of more than one word. */
const quoted = (source: string): string =>
  [
    ...source
      .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=;]+)</g),
  ]
    .map(([, ...texts]) => texts.find((text) => text !== undefined)!.trim())
    .filter((text) => /\w \w/.test(text))
    .join('\n');
