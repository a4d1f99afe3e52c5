import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Text {
  readonly file: string;
  readonly text: string;
}

const GENERATED_VALUE = /<!--=[\w.-]+-->[^]*?<!--\/-->/g;

export const prose = (markdown: string): string =>
  markdown
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '`…`')
    .replaceAll(/\]\([^()\s]+\)/g, ']')
    .replaceAll(/<[^>]*>/g, ' ');

/** Markdown for people. The reference is generated, so it has the words of commands, settings, metrics and errors. */
export const documents = (root: string): Text[] =>
  textsOf(root, ['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md', 'examples/**/README.md', 'lab/**/README.md']);

const textsOf = (root: string, patterns: string[], exclude = ['**/*.test.ts', '**/node_modules']): Text[] =>
  globSync(patterns, { cwd: root, exclude })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Without what `npm run generate` fills in: constants of the code may be named. */
export const withoutGenerated = ({ file, text }: Text): Text => ({ file, text: text.replaceAll(GENERATED_VALUE, ' ') });

export const interfaceWords = (root: string): Text[] =>
  textsOf(root, [
    'packages/ui/src/words/en.ts',
    'apps/sandbox/src/welcome.ts',
    'apps/sandbox/src/try-page/plain-pages.ts',
    'apps/shop/page/*.{html,ts}',
    'apps/console/src/**/*.tsx',
    'apps/service/src/{cli,operator/actions}/**/*.ts',
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

/** Packages and build outputs; the check's own samples break its rules. */
const CODE_LEFT_OUT = ['**/node_modules', '**/dist', 'test/prose/**'];

export const commentsAndTitles = (root: string): Text[] =>
  textsOf(root, ['*.ts', '{apps,deploy,lab,packages,test,tools}/**/*.{ts,tsx,mjs}'], CODE_LEFT_OUT).map(
    ({ file, text }) => ({ file, text: codeWords(text) }),
  );

/** Everything that people write or read in the repository; translations have other languages' words. */
export const everyText = (root: string): Text[] =>
  textsOf(
    root,
    ['*.{md,ts}', '{apps,deploy,docs,examples,lab,packages,test,tools}/**/*.{ts,tsx,mjs,css,html,md,sql,sh,yaml}'],
    ['**/node_modules', '**/dist', 'test/prose/**', 'packages/ui/src/words/translations/**'],
  ).map(({ file, text }) => ({ file, text: `${file}\n${text}` }));

export const codeWords = (source: string): string => [...comments(source), ...titles(source)].join('\n');

const COMMENT = /^[ \t]*\/\*[^]*?\*\/|\{\/\*[^]*?\*\/\}|(?:^|[ \t])\/\/ .*$/gm;
const COMMENT_MARKS = /^[ \t{]*[/*]+[ \t]?|[ \t]*\*\/\}?$/gm;

const comments = (source: string): string[] =>
  [...source.matchAll(COMMENT)].map(([text]) => text.replaceAll(COMMENT_MARKS, '').replaceAll(/`[^`\n]*`/g, '`…`'));

const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\()\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g;

const titles = (source: string): string[] => [...source.matchAll(TITLE)].map(([, , title]) => title!);
