import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_NAMES, LANGUAGES } from '@authly/contract/wire/languages';
import type { Filled } from './markdown.ts';
import { ACCURACY_BLOCKS, ACCURACY_VALUES } from './reference/accuracy.ts';
import { BIO_BLOCKS } from './reference/bio-api.ts';
import { CHECK_VALUES, checkSections } from './reference/bio-check.ts';
import { BROWSER_BLOCKS } from './reference/browsers.ts';
import { CAPACITY_BLOCKS, CAPACITY_VALUES } from './reference/capacity.ts';
import { chartValues } from './reference/chart-values.ts';
import { commandSections, errorCodes } from './reference/cli.ts';
import { ERROR_BLOCKS, ERROR_VALUES } from './reference/errors.ts';
import { headlineNumbers } from './reference/headline-numbers.ts';
import { LIMIT_BLOCKS, LIMIT_VALUES } from './reference/limits.ts';
import { API_BLOCKS } from './reference/operations.ts';
import { RECORD_VALUES, recordLimits } from './reference/record-limits.ts';
import { SERVICE_BLOCKS, SERVICE_VALUES } from './reference/service.ts';
import { serviceFolders } from './reference/service-folders.ts';

const BLOCKS: Filled = {
  ...API_BLOCKS,
  ...ERROR_BLOCKS,
  ...BIO_BLOCKS,
  ...BROWSER_BLOCKS,
  ...LIMIT_BLOCKS,
  ...SERVICE_BLOCKS,
  'page-api.record-limits': recordLimits,
  'benchmarks.headlines': headlineNumbers,
  ...CAPACITY_BLOCKS,
  'chart.values': chartValues,
  ...ACCURACY_BLOCKS,
  checks: checkSections,
  'cli.commands': commandSections,
  'cli.error-codes': errorCodes,
  'service.folders': serviceFolders,
};

const VALUES: Filled = {
  ...LIMIT_VALUES,
  ...ERROR_VALUES,
  ...CHECK_VALUES,
  ...SERVICE_VALUES,
  ...RECORD_VALUES,
  ...CAPACITY_VALUES,
  ...ACCURACY_VALUES,
  locales: () => LANGUAGES.map((language) => `\`${language}\` (${LANGUAGE_NAMES[language]})`).join(', '),
};

/** The code provides the text between `<!--=name-->` and `<!--/-->`. */
const MARK = /<!--=([\w.-]+)-->[^]*?<!--\/-->/g;

const fill = (text: string): string =>
  text.replaceAll(MARK, (_, name: string) => {
    const [block, value] = [BLOCKS[name], VALUES[name]];
    if (block === undefined && value === undefined) throw new Error(`the code has no value named ${name}`);
    return `<!--=${name}-->${block ? `\n\n${block()}\n\n` : value!()}<!--/-->`;
  });

export const filledFiles = (root: string): [string, string][] =>
  globSync(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md'], { cwd: root }).map((path) => [
    path,
    fill(readFileSync(join(root, path), 'utf8')),
  ]);
