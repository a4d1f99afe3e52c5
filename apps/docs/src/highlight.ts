import { escapeHtml } from './html-text.ts';

/** What is coloured, as groups of one expression: c comment, s string, a name of a field or an option, k word of the language, n number. */
const words = (text: string): string => String.raw`(?<k>\b(?:${text.trim().replaceAll(/\s+/g, '|')})\b)`;
const DOUBLE = String.raw`"(?:[^"\\]|\\.)*"`;
const SINGLE = String.raw`'(?:[^'\\]|\\.)*'`;
const NUMBER = String.raw`(?<n>\b\d[\d_.]*\b)`;
const SLASH_COMMENT = String.raw`(?<c>\/\/.*|\/\*[^]*?\*\/)`;
const HASH_COMMENT = String.raw`(?<c>(?<=^|\s)#.*)`;

const JS = [
  SLASH_COMMENT,
  String.raw`(?<s>${SINGLE}|${DOUBLE}|\`(?:[^\`\\]|\\.)*\`)`,
  words(
    'import from export const let function return async await new if else for of throw try catch class interface type extends true false null undefined typeof instanceof default',
  ),
  NUMBER,
];

// biome-ignore format: one row a line
const SYNTAXES: Readonly<Record<string, readonly string[]>> = {
  sh: [HASH_COMMENT, String.raw`(?<a>\$\w+|\$\([^)]*\)|(?<=\s)--?[a-zA-Z][\w-]*|^[A-Z_]+(?==))`, `(?<s>'[^']*'|${DOUBLE})`, words('curl npm npx node export')],
  js: JS,
  ts: JS,
  json: [String.raw`(?<a>${DOUBLE}(?=\s*:))`, `(?<s>${DOUBLE})`, words('true false null'), NUMBER],
  python: [HASH_COMMENT, `(?<s>f?${DOUBLE}|${SINGLE})`, words('import from as with for in if else def return class True False None not and or raise try except'), NUMBER],
  java: [SLASH_COMMENT, String.raw`(?<s>"""[^]*?"""|${DOUBLE})`, words('import static class public void throws new var return if else final private String'), NUMBER],
  go: [SLASH_COMMENT, `(?<s>\`[^\`]*\`|${DOUBLE})`, words('package import func if else return defer nil var type struct for range err'), NUMBER],
  php: [SLASH_COMMENT, `(?<s>${SINGLE}|${DOUBLE})`, String.raw`(?<a>\$\w+)`, words('echo true false null function return if else new use'), NUMBER],
  http: [String.raw`(?<a>^[A-Za-z][\w-]*(?=: )|${DOUBLE}(?=\s*:))`, String.raw`(?<k>^HTTP\/1\.1 \d+.*|^(?:GET|POST)(?= ))`, `(?<s>${DOUBLE})`],
};

const EXPRESSIONS = new Map(
  Object.entries(SYNTAXES).map(([language, parts]) => [language, new RegExp(parts.join('|'), 'gm')]),
);

/** Code as HTML, coloured when the page is made: no script does it in the browser. A language that is not known stays plain. */
export function highlight(code: string, language: string): string {
  const expression = EXPRESSIONS.get(language);
  if (expression === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(expression)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += escapeHtml(code.slice(end, match.index)) + `<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
