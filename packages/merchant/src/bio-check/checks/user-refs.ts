import { randomInt, randomUUID } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { advice, type Check, rule } from '../check.ts';
import { holdsNothing, holdsNow, refuses, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';

const CHARS = LIMITS.merchantUserRefChars;

/** Rows of references that some software takes for one. Each row is made of new text or digits. */
type Lookalikes = (unique: string, digits: string) => readonly (readonly string[])[];

const apart = (id: string, title: string, explanation: string, make: Lookalikes): Check =>
  rule(
    `user_ref.${id}`,
    title,
    async (probe) => {
      const rows = () => make(`bio-check-${randomUUID()}`, String(randomInt(1e14)).padStart(15, '9'));
      for (const row of rows().keys()) await stayApart(probe, rows()[row]!);
    },
    explanation,
  );

/** The same user if and only if every code point is equal. */
async function stayApart(probe: Probe, [ref, ...others]: readonly string[]): Promise<void> {
  const one = await stored(probe, probe.storeBody({ merchant_user_ref: ref! }));
  await holdsNow(probe, one, `the user ${shown(ref!)}`);
  const bodies = others.map((merchant_user_ref) => probe.storeBody({ merchant_user_ref }));
  await Promise.all(
    bodies.map((body) => holdsNothing(probe, body, `${shown(ref!)} is enrolled, ${shown(body.merchant_user_ref)} not`)),
  );
  await Promise.all(bodies.map((body) => stored(probe, body)));
  for (const body of [one, ...bodies])
    await holdsNow(probe, body, `${shown(body.merchant_user_ref)}, after users with similar references were stored`);
}

/** The end of a made-up reference, in ASCII. */
const shown = (ref: string): string =>
  JSON.stringify(ref.replace(/^(\W*)bio-check-[\w-]{36}/, '$1…').slice(0, 24)).replaceAll(
    /[^ -~…]/gu,
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );

const padded = (unique: string, last: string): string => unique + '👍'.repeat(CHARS - unique.length - 1) + last;

/** `merchant_user_ref` is opaque: references are equal only if every character is. */
// biome-ignore format: one row a line
export const userRefChecks: readonly Check[] = [
  apart(
    'case',
    'User references that differ in case are different users',
    'Many databases compare text without case unless told otherwise (MySQL’s default collation, citext): one person’s finger then answers for another. Give the column a binary or case-sensitive collation, and fold nothing in code.',
    (unique) => [
      [`${unique}-Ab`, `${unique}-aB`, `${unique}-AB`, unique.toUpperCase()],
      [`${unique}-ß`, `${unique}-ss`, `${unique}-ẞ`, `${unique}-SS`],
      [`${unique}-i`, `${unique}-I`, `${unique}-ı`, `${unique}-İ`, `${unique}-i\u0307`],
      [`${unique}-σ`, `${unique}-ς`, `${unique}-Σ`],
      [`${unique}-é`, `${unique}-É`],
      [`${unique}-ж`, `${unique}-Ж`],
      [`${unique}-ks`, `${unique}-\u212As`, `${unique}-kſ`],
      [`${unique}-\u{10400}`, `${unique}-\u{10428}`],
    ],
  ),
  apart(
    'spaces',
    'User references that differ in spaces or invisible characters are different users',
    'Trimming, or a column type that ignores spaces at the end (CHAR, MySQL’s padded collations), makes one user of two. Keep and compare references as they come.',
    (unique) => [
      [`${unique} a `, `${unique} a`, ` ${unique} a `, `${unique}  a `, `${unique}\ta `, `${unique}\u00A0a `, `${unique}\u3000a `, `${unique}a `],
      [unique, ...[' ', '\n', '\r', '\t', '\u001F', '\u007F', '\u00A0', '\u3000', '\u2028', '\u200B', '\u0001'].map((space) => unique + space), `\uFEFF${unique}`, `\t${unique}`],
      [`${unique}\na`, `${unique}\r\na`, `${unique}\ra`, `${unique} a`, `${unique}\u0085a`],
    ],
  ),
  apart(
    'unicode',
    'User references that differ in Unicode normalization, accents, width or script are different users',
    'Normalizing (NFC, NFKC), a conversion to ASCII, or a collation that ignores accents, width or punctuation, makes one user of two. Compare the characters as they come.',
    (unique) => [
      [`${unique}-é한①`, `${unique}-${'é한'.normalize('NFD')}①`, `${unique}-é한1`, `${unique}-e한①`, `${unique}-é한\u200B①`],
      ['1', '１', '¹', '①', '١', '१', 'Ⅰ', 'I'].map((digit) => `${unique}-${digit}`),
      ['A', 'Ａ', 'Å', '\u212B', 'Ä', 'Æ', 'AE', 'А', 'Α', 'ª'].map((letter) => `${unique}-${letter}`),
      ['か', 'カ', 'ｶ', 'が', 'ガ', 'ｶﾞ'].map((kana) => `${unique}-${kana}`),
      ['o', 'ø', 'ö', 'oe', 'œ', 'ő'].map((letter) => `${unique}-${letter}`),
      ['d', 'đ', 'ð'].map((letter) => `${unique}-${letter}`),
      ['fi', 'ﬁ', 'th', 'þ', 'l', 'ł'].map((letter) => `${unique}-${letter}`),
      ['ά', '\u1F71', 'α', '漢', '\uFA47'].map((letter) => `${unique}-${letter}`),
      ['-', '‐', '‑', '–', '−', '_', '.', ' ', ''].map((dash) => `${unique}a${dash}b`),
      ["'", '’', 'ʼ', '"', '“', '`'].map((quote) => `${unique}${quote}`),
      ['', '\u200D', '\u00AD', '\uFE0F', '\u0301', '\u2060', '\u200E', '\u{E0041}'].map((hidden) => `${unique}${hidden}a`),
    ],
  ),
  apart(
    'emoji',
    'User references with characters of four bytes, or outside the server’s code page, are kept whole',
    'A column of another charset replaces such a character with a question mark or cuts the text there (MySQL’s utf8 has three bytes a character), and some collations take all of them for one. Use utf8mb4 with a binary collation, or UTF-8.',
    (unique) => [
      ['👍', '👎', '👍🏽', '👍\uFE0F', '?', '??', '????', '\uFFFD', ''].map((sign) => `${unique}-${sign}`),
      [`${unique}-👍a`, `${unique}-👍b`],
      ['ā', 'ă', 'a', '한', '글', '?', '??'].map((sign) => `${unique}-${sign}`),
      [`${unique}-👩‍👧`, `${unique}-👩👧`, `${unique}-🇰🇷`, `${unique}-🇰`],
    ],
  ),
  apart(
    'numbers',
    'User references that are equal as numbers are different users',
    'A reference is text. A numeric column, a loose comparison or a parser that makes numbers of digits takes 007 for 7 and 1e3 for 1000, and rounds long ones.',
    (unique, digits) => {
      const short = digits.slice(-9).replace(/^0/, '1');
      const moment = new Date(Number(short) * 1_000).toISOString();
      return [
        [short, `0${short}`, `00${short}`, `${short}.0`, `${short}.`, `${short}.4`, `${short}e0`, `${short}a`, ` ${short}`, `-${short}`, `0x${Number(short).toString(16)}`, `${short[0]}_${short.slice(1)}`, `${short.slice(0, 3)},${short.slice(3, 6)},${short.slice(6)}`],
        ['00', '01', '02', '03', '00.0', '0e1', 'e2'].map((end) => digits + end),
        [`+${digits}00`, `${digits}00`, `0${digits}00`],
        [`0e${digits}`, `0e1${digits}`, `1e${digits}`, `2e${digits}`],
        [`${digits}.5`, `${digits}.50`, `${digits}.4`],
        [moment, moment.replace('.000Z', 'Z'), moment.replace('Z', '+00:00'), moment.replace('T', ' ')],
        [unique.slice(10), unique.slice(10).toUpperCase(), unique.slice(10).replaceAll('-', ''), `{${unique.slice(10)}}`],
      ];
    },
  ),
  apart(
    'length',
    `User references of ${CHARS} characters are compared to the last of them`,
    `A reference has up to ${CHARS} characters of any script, up to ${(4 * CHARS).toLocaleString('en')} bytes. A shorter column cuts it or fails, and cut references make one user of many.`,
    (unique) => [
      [padded(unique, '👍'), padded(unique, '👎')],
      [unique.padEnd(CHARS, 'x'), `${unique.padEnd(CHARS - 1, 'x')}y`, unique.padEnd(CHARS - 1, 'x'), unique.padStart(CHARS, 'x'), unique.padStart(CHARS - 1, 'x')],
    ],
  ),
  advice(
    'user_ref.too_long',
    `400 invalid_request for a user reference of ${CHARS + 1} characters`,
    refuses('invalid_request', (probe) =>
      probe.store(probe.storeBody({ merchant_user_ref: `bio-check-${randomUUID()}`.padEnd(CHARS + 1, '-') })),
    ),
    'The service never sends one. A column that cuts it makes one user of many: refuse it before it gets there.',
  ),
  apart(
    'wildcard',
    'A user reference with wildcards or an escape finds nobody else',
    'A lookup by LIKE takes % and _ for any text, and a decoder takes %41 for A. Compare with =, pass the reference as a parameter, and decode and clean nothing in it.',
    (unique) => [
      [`${unique}A`, `${unique.slice(0, -4)}%`, `${unique}_`, `${unique}?`, `${unique}*`, `${unique}.`, `${unique}[A-Z]`],
      ['A', '%41', '%2541', '\\u0041', '\\x41', '\\A', '&#65;', '&#x41;', '=41', '%u0041', '\\101', 'QQ=='].map((escape) => unique + escape),
      [' b', '+b', '%20b', '%2Bb', '&nbsp;b', '_b'].map((escape) => unique + escape),
      ['&', '&amp;', '&amp;amp;', '%26', '<b>', '&lt;b&gt;', ''].map((escape) => unique + escape),
      ["'", "''", "\\'", '\\', '\\\\', '"', '\\"'].map((escape) => unique + escape),
      ['\n', '\\n', '\\\\n'].map((escape) => unique + escape),
      [unique, `"${unique}"`, `'${unique}'`, `$${unique}`, `@${unique}`, `#${unique}`, `${unique}.`, `${unique}/`, `./${unique}`],
      ['/a', '//a', '/./a', '/b/../a', '\\a', ':a', '|a'].map((path) => unique + path),
    ],
  ),
  apart(
    'cut',
    'No character in a user reference ends it',
    'A reference is cut where it is joined with other values and split again, or put into an address, a header or a file of values. Join nothing to it, or escape it.',
    (unique) => [...'#?&;:,|/=@+ \t\n"\'<(.~^`$\\\u0001\u001C'].map((sign) => [`${unique}${sign}a`, `${unique}${sign}b`]),
  ),
];
