import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCKS, VALUES } from './reference/index.ts';

/** `<!--=name-->…<!--/-->`: what is between the two comes from the code, a value within a sentence or a block of its own. */
const MARK = /<!--=([\w.-]+)-->[^]*?<!--\/-->/g;

/** A Markdown text with everything in it that comes from the code. */
export const fill = (text: string): string =>
  text.replaceAll(MARK, (_, name: string) => {
    const [block, value] = [BLOCKS[name], VALUES[name]];
    if (block === undefined && value === undefined) throw new Error(`the code has no value named ${name}`);
    return `<!--=${name}-->${block ? `\n\n${block()}\n\n` : value!()}<!--/-->`;
  });

/** Every hand-written Markdown file, by its path, as it should be. */
export const filledFiles = (root: string): [string, string][] =>
  globSync(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md'], { cwd: root }).map((path) => [
    path,
    fill(readFileSync(join(root, path), 'utf8')),
  ]);
