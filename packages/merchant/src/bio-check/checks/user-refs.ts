import { randomInt, randomUUID } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { advice, type Check, rule } from '../check.ts';
import { holdsNothing, holdsNow, refuses, stored } from '../expectations.ts';
import type { Probe } from '../probe.ts';

const CHARS = LIMITS.merchantUserRefChars;

/** References of different users, each of which some software takes for another one. */
const apart = (id: string, title: string, why: string, refs: (unique: string) => readonly string[]): Check =>
  rule(`user_ref.${id}`, title, (probe) => stayApart(probe, refs(`bio-check-${randomUUID()}`)), {
    explanation: why,
    sideBySide: true,
  });

/** The same user if and only if every code point is equal. */
async function stayApart(probe: Probe, refs: readonly string[]): Promise<void> {
  const bodies = refs.map((merchant_user_ref) => probe.storeBody({ merchant_user_ref }));
  for (const body of bodies) {
    const who = `the user ${shown(body.merchant_user_ref)} next to users with similar references`;
    await holdsNothing(probe, body, `${who}, not yet enrolled`);
    await holdsNow(probe, await stored(probe, body), `${who}, enrolled`);
  }
  for (const body of bodies)
    await holdsNow(probe, body, `the user ${shown(body.merchant_user_ref)} after similar ones were stored`);
}

/** The end of a made-up reference, in ASCII. */
const shown = (ref: string): string =>
  JSON.stringify(ref.replace(/bio-check-[\w-]{36}/, '…').slice(0, 24)).replaceAll(
    /[^ -~…]/gu,
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );

const endings = (unique: string, texts: readonly string[]): string[] => texts.map((text) => unique + text);
const padded = (unique: string, last: string): string => unique + '👍'.repeat(CHARS - unique.length - 1) + last;

// biome-ignore format: one kind a line
function asNumbers(): string[] {
  const n = String(randomInt(1e8, 1e9));
  const long = `9${randomInt(1e5, 1e6)}${n}`;
  const time = new Date(Number(n) * 1_000).toISOString();
  const uuid: string = randomUUID();
  return [
    n, `0${n}`, `00${n}`, ` ${n}`, `-${n}`, `0x${Number(n).toString(16)}`, n.replace(/^./, '$&_'), n.replace(/^./, '$&,'), ...endings(n, ['.0', '.', '.4', 'e0', 'a']),
    // As doubles these are two numbers or fewer.
    ...endings(long, ['0', '1', '2', '3', 'e1', '.0']), `+${long}0`, `0e${long}`, `0e1${long}`, `1e${long}`, `2e${long}`,
    time, time.replace('.000Z', 'Z'), time.replace('Z', '+00:00'), time.replace('T', ' '),
    uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), `{${uuid}}`,
  ];
}

/** `merchant_user_ref` is opaque: references are equal only if every character is. */
// biome-ignore format: one list a line
export const userRefChecks: readonly Check[] = [
  apart(
    'case',
    'User references that differ in case are different users',
    'Many databases compare text without case unless told otherwise (MySQL’s default collation, citext): one person’s finger then answers for another. Give the column a binary or case-sensitive collation, and fold nothing in code.',
    (unique) => endings(unique, ['Ab', 'aB', 'AB', 'ß', 'ss', 'ẞ', 'SS', 'i', 'I', 'ı', 'İ', 'i\u0307', 'σ', 'ς', 'Σ', 'é', 'É', 'ж', 'Ж', 'ks', '\u212As', 'kſ', '\u{10400}', '\u{10428}']),
  ),
  apart(
    'spaces',
    'User references that differ in spaces or invisible characters are different users',
    'Trimming, or a column type that ignores spaces at the end (CHAR, MySQL’s padded collations), makes one user of two. Keep and compare references as they come.',
    (unique) => [
      ...endings(unique, [' a ', ' a', '  a ', '\ta ', '\u00A0a ', '\u3000a ', 'a ', '\na', '\r\na', '\ra', '\u0085a', '', '\u200Da', '\u00ADa', '\uFE0Fa', '\u2060a', '\u200Ea', '\u{E0041}a', 'a']),
      ...endings(unique, [' ', '\n', '\r', '\t', '\u001F', '\u007F', '\u00A0', '\u3000', '\u2028', '\u200B', '\u0001']),
      ...[' ', '\t', '\uFEFF', '\u200B'].map((space) => space + unique),
    ],
  ),
  apart(
    'unicode',
    'User references that differ in Unicode normalization, accents, width or punctuation are different users',
    'Normalizing (NFC, NFKC), a conversion to ASCII, or a collation that ignores accents, width or punctuation, makes one user of two. Compare the characters as they come.',
    (unique) => endings(unique, [
      'é한①', 'é한①'.normalize('NFD'), 'é한1', 'e한①', 'é한\u200B①', '1', '１', '¹', '①', '١', '१', 'Ⅰ', 'I', 'か', 'カ', 'ｶ', 'が', 'ガ', 'ｶﾞ', 'ά', '\u1F71', '漢', '\uFA47',
      'A', 'Ａ', 'Å', '\u212B', 'Ä', 'Æ', 'AE', 'А', 'Α', 'ª', 'o', 'ø', 'ö', 'oe', 'œ', 'ő', 'd', 'đ', 'ð', 'fi', 'ﬁ', 'th', 'þ', 'l', 'ł',
      'a-b', 'a‐b', 'a‑b', 'a–b', 'a−b', 'a_b', 'a.b', 'a b', 'ab', "a'", 'a’', 'aʼ', 'a"', 'a“', 'a`',
    ]),
  ),
  apart(
    'emoji',
    'User references with characters of four bytes, or outside the server’s code page, are kept whole',
    'A column of another charset replaces such a character with a question mark or cuts the text there (MySQL’s utf8 has three bytes a character), and some collations take all of them for one. Use utf8mb4 with a binary collation, or UTF-8.',
    (unique) => endings(unique, ['👍', '👎', '👍🏽', '👍\uFE0F', '👍a', '👍b', '?', '??', '????', '\uFFFD', '', 'ā', 'ă', 'a', '한', '글', '👩‍👧', '👩👧', '🇰🇷', '🇰']),
  ),
  apart(
    'numbers',
    'User references that are equal as numbers, times or UUIDs are different users',
    'A reference is text. A numeric column, a loose comparison or a parser that makes numbers of digits takes 007 for 7 and 1e3 for 1000, and rounds long ones.',
    asNumbers,
  ),
  apart(
    'length',
    `User references of ${CHARS} characters are compared to the last of them`,
    `A reference has up to ${CHARS} characters of any script, up to ${(4 * CHARS).toLocaleString('en')} bytes. A shorter column cuts it or fails, and cut references make one user of many.`,
    (unique) => [padded(unique, '👍'), padded(unique, '👎'), padded(unique, ''), unique.padEnd(CHARS, 'x'), `${unique.padEnd(CHARS - 1, 'x')}y`, unique.padStart(CHARS, 'x'), unique.padStart(CHARS - 1, 'x')],
  ),
  apart(
    'wildcard',
    'A user reference with wildcards or an escape finds nobody else',
    'A lookup by LIKE takes % and _ for any text, and a decoder takes %41 for A. Compare with =, pass the reference as a parameter, and decode and clean nothing in it.',
    (unique) => [
      ...endings(unique, ['A', '_', '%', '?', '*', '.', '[A-Z]', '%41', '%2541', '\\u0041', '\\x41', '\\A', '&#65;', '&#x41;', '=41', '%u0041', '\\101', 'QQ==']),
      ...endings(unique, [' b', '+b', '%20b', '%2Bb', '&', '&amp;', '&amp;amp;', '%26', '<b>', '&lt;b&gt;', '', "'", "''", "\\'", '\\', '\\\\', '"', '\\"', '\n', '\\n', '\\\\n']),
      ...endings(unique, ['/a', '//a', '/./a', '/b/../a', '\\a', ':a', '|a', '/']),
      `"${unique}"`, `'${unique}'`, `$${unique}`, `@${unique}`, `#${unique}`, `./${unique}`, `${unique.slice(0, -4)}%`, `${unique.slice(0, -4)}*`,
    ],
  ),
  apart(
    'cut',
    'No character in a user reference ends it',
    'A reference is cut where it is joined with other values and split again, or put into an address, a header or a file of values. Join nothing to it, or escape it.',
    (unique) => Array.from('#?&;:,|/=@+ \t\n"\'<(.~^`$\\\u0001\u001C').flatMap((sign) => endings(unique, [`${sign}a`, `${sign}b`])),
  ),
  advice(
    'user_ref.too_long',
    `400 invalid_request for a user reference of ${CHARS + 1} characters`,
    refuses('invalid_request', (probe) =>
      probe.store(probe.storeBody({ merchant_user_ref: `bio-check-${randomUUID()}`.padEnd(CHARS + 1, '-') })),
    ),
    'The service never sends one. A column that cuts it makes one user of many: refuse it before it gets there.',
  ),
];
