import type { Identifier } from '@mdn/browser-compat-data';
import { DATA, lackedBy, parts } from './compat-data.ts';

const PROPERTIES = DATA.css['properties']!;
const SELECTORS = DATA.css['selectors']!;
const AT_RULES = DATA.css['at-rules']!;
const FUNCTIONS = new Map(parts(DATA.css['types']!).flatMap(([name, type]) => [[name, type] as const, ...parts(type)]));

type Uses = Map<string, Identifier | undefined>;

/** Features of a style sheet that an oldest browser lacks, each with that browser. */
export function lackingStyles(css: string): string[] {
  const plain = css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/"[^"]*"|'[^']*'/g, '""');
  const uses: Uses = new Map();
  for (const [, rule = ''] of plain.matchAll(/@([a-z-]+)/g)) uses.set(`@${rule}`, AT_RULES[rule]);
  for (const [, selector = ''] of plain.matchAll(/(?<=^|[{};])([^@{};]+)\{/g)) useSelector(uses, selector);
  for (const [, property = '', value = ''] of plain.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:([^{};]*)(?=[;}])/g))
    if (!plain.includes(`-webkit-${property}:`)) useProperty(uses, property, value);
  return [...uses].flatMap(([use, feature]) => {
    const lacking = lackedBy(feature);
    return lacking === undefined ? [] : [`${use}: ${lacking}`];
  });
}

function useSelector(uses: Uses, selector: string): void {
  for (const [, colons = '', name = ''] of selector.matchAll(/(::?)([a-z-]+)/g))
    uses.set(colons + name, SELECTORS[name]);
}

function useProperty(uses: Uses, property: string, value: string): void {
  uses.set(property, PROPERTIES[property]);
  for (const [word, name = ''] of value.matchAll(/(?<![\w-])([a-z-]+)\(?/g))
    if (word.endsWith('(')) uses.set(`${word})`, FUNCTIONS.get(name));
    else uses.set(`${property}: ${name}`, PROPERTIES[property]?.[name]);
}
