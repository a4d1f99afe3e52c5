import { DatabaseSync } from 'node:sqlite';
import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, nameOf, plainSteps, type State, withBody } from './plain-server.ts';

/** A server that identifies users by something else than their reference. */
const filedBy = (fault: string, caughtBy: string, change: (ref: string) => string): BrokenServer => {
  const changed = (call: Call): Call => withBody(call, { merchant_user_ref: change(call.body!.merchant_user_ref) });
  return broken(fault, caughtBy, {
    store: (call, state) => plainSteps.store(changed(call), state),
    lookup: (call, state) => plainSteps.lookup(changed(call), state),
  });
};

/** A server that finds the first user whose reference is equal by this rule. */
const comparedBy = (fault: string, caughtBy: string, isSame: (a: string, b: string) => boolean): BrokenServer => {
  const first = (call: Call, { enrollments }: State): Call => {
    const { merchant_user_ref, payload } = call.body!;
    const found = [...enrollments.values()].find(
      (body) => body.payload.finger === payload.finger && isSame(body.merchant_user_ref, merchant_user_ref),
    );
    return withBody(call, { merchant_user_ref: found?.merchant_user_ref ?? merchant_user_ref });
  };
  return broken(fault, caughtBy, {
    store: (call, state) => plainSteps.store(first(call, state), state),
    lookup: (call, state) => plainSteps.lookup(first(call, state), state),
  });
};

const collated = (fault: string, caughtBy: string, options: Intl.CollatorOptions): BrokenServer => {
  const collator = new Intl.Collator('und', options);
  return comparedBy(`compares by ICU, ${fault}`, caughtBy, (a, b) => collator.compare(a, b) === 0);
};

const sqlite = new DatabaseSync(':memory:');
/** The column's own rule, as SQLite applies it. */
const inColumn = (column: string, caughtBy: string): BrokenServer => {
  const select = sqlite.prepare(`SELECT a = b AS same FROM (SELECT CAST(? AS TEXT) ${column} AS a, ? AS b)`);
  return comparedBy(`keeps references in SQLite ${column}`, caughtBy, (a, b) => select.get(a, b)!['same'] === 1);
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const pattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .replaceAll(/[^\w%-]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    's',
  );

// biome-ignore format: one row a line
export const userRefFaults: readonly BrokenServer[] = [
  filedBy('takes ς for σ', 'user_ref.case', (ref) => ref.replaceAll('ς', 'σ')),
  filedBy('takes skin tones away', 'user_ref.emoji', (ref) => ref.replaceAll(/[\u{1F3FB}-\u{1F3FF}]/gu, '')),
  filedBy('compares user references without case', 'user_ref.case', (ref) => ref.toLowerCase()),
  filedBy('cuts spaces at the end', 'user_ref.spaces', (ref) => ref.replace(/ +$/, '')),
  filedBy('trims user references', 'user_ref.spaces', (ref) => ref.trim()),
  filedBy('normalizes user references to NFC', 'user_ref.unicode', (ref) => ref.normalize('NFC')),
  filedBy('normalizes user references', 'user_ref.unicode', (ref) => ref.normalize('NFKC')),
  filedBy('cuts user references', 'user_ref.length', (ref) => ref.slice(0, 255)),
  filedBy('keeps the last 200 characters of a reference', 'user_ref.length', (ref) => ref.slice(-200)),
  filedBy('upper-cases user references, ß too', 'user_ref.case', (ref) => ref.toUpperCase()),
  filedBy('folds case as in Turkish', 'user_ref.case', (ref) => ref.toLocaleLowerCase('tr')),
  filedBy('folds the case of ASCII alone', 'user_ref.case', (ref) => ref.replaceAll(/[A-Z]/g, (c) => c.toLowerCase())),
  filedBy('folds the case of letters beyond ASCII alone', 'user_ref.case', (ref) => ref.replaceAll(/[^ -~]/gu, (c) => c.toLowerCase())),
  filedBy('takes a line end at the end away', 'user_ref.spaces', (ref) => ref.replace(/\r?\n$/, '')),
  filedBy('writes every line end as LF', 'user_ref.spaces', (ref) => ref.replaceAll(/\r\n?/g, '\n')),
  filedBy('takes control characters out', 'user_ref.spaces', (ref) => ref.replaceAll(/\p{Cc}/gu, '')),
  filedBy('takes full-width letters for half-width ones', 'user_ref.unicode', (ref) => ref.replaceAll(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))),
  filedBy('ignores punctuation', 'user_ref.unicode', (ref) => ref.replaceAll(/\p{P}/gu, '')),
  filedBy('takes katakana for hiragana', 'user_ref.unicode', (ref) => ref.replaceAll(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60))),
  filedBy('takes a soft hyphen out', 'user_ref.spaces', (ref) => ref.replaceAll('\u00AD', '')),
  filedBy('takes curly quotes for straight ones', 'user_ref.unicode', (ref) => ref.replaceAll(/[’ʼ]/g, "'")),
  filedBy('takes variation selectors out', 'user_ref.spaces', (ref) => ref.replaceAll('\uFE0F', '')),
  filedBy('takes æ for ae', 'user_ref.unicode', (ref) => ref.replaceAll('Æ', 'AE')),
  filedBy('replaces characters of four bytes', 'user_ref.emoji', (ref) => ref.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  filedBy('replaces characters of four bytes by four signs', 'user_ref.emoji', (ref) => ref.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '????')),
  filedBy('cuts at the first character of four bytes', 'user_ref.emoji', (ref) => ref.replace(/[\u{10000}-\u{10FFFF}].*/su, '')),
  filedBy('takes all characters of four bytes for one', 'user_ref.emoji', (ref) => ref.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\u{1F44D}')),
  filedBy('replaces what is not in Latin-1', 'user_ref.emoji', (ref) => Array.from(ref, (char) => (char > 'ÿ' ? '?' : char)).join('')),
  filedBy('compares references as numbers', 'user_ref.numbers', (ref) => Number.isNaN(Number(ref)) ? ref : String(Number(ref))),
  filedBy('takes leading zeros away', 'user_ref.numbers', (ref) => (/^\d+$/.test(ref) ? ref.replace(/^0+/, '') : ref)),
  filedBy('reads the number at the start', 'user_ref.numbers', (ref) => {
    const number = Number.parseInt(ref, 10);
    return Number.isNaN(number) ? ref : String(number);
  }),
  filedBy('keeps digits as a double', 'user_ref.numbers', (ref) => /^[1-9]\d*$/.test(ref) ? String(Number(ref)) : ref),
  filedBy('takes commas out of numbers', 'user_ref.numbers', (ref) => /^[\d,]+$/.test(ref) ? ref.replaceAll(',', '') : ref),
  filedBy('keeps UUIDs in a column of that type', 'user_ref.numbers', (ref) => /^\{?[0-9a-f-]{32,36}\}?$/i.test(ref) ? ref.toLowerCase().replaceAll(/[{}-]/g, '') : ref),
  filedBy('keeps timestamps as times', 'user_ref.numbers', (ref) => /^\d{4}-\d\d-\d\dT.*(?:Z|:\d\d)$/.test(ref) ? String(Date.parse(ref)) : ref),
  filedBy('decodes percent signs in references', 'user_ref.wildcard', (ref) => decoded(ref)),
  filedBy('takes + for a space', 'user_ref.wildcard', (ref) => ref.replaceAll('+', ' ')),
  filedBy('takes several spaces for one', 'user_ref.spaces', (ref) => ref.replaceAll(/ +/g, ' ')),
  filedBy('ignores accents', 'user_ref.unicode', (ref) => ref.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  filedBy('ignores invisible characters', 'user_ref.unicode', (ref) => ref.replaceAll('\u200B', '')),
  filedBy('decodes percent signs twice', 'user_ref.wildcard', (ref) => decoded(decoded(ref))),
  filedBy('decodes what was encoded twice', 'user_ref.wildcard', (ref) => (ref.includes('%25') ? decoded(ref) : ref)),
  filedBy('unescapes HTML', 'user_ref.wildcard', (ref) => ref.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
  filedBy('strips tags', 'user_ref.wildcard', (ref) => ref.replaceAll(/<[^>]*>/g, '')),
  filedBy('takes backslashes for escapes', 'user_ref.wildcard', (ref) => ref.replaceAll(/\\(.)/g, '$1')),
  filedBy('halves doubled quotes', 'user_ref.wildcard', (ref) => ref.replaceAll("''", "'")),
  filedBy('cleans paths', 'user_ref.wildcard', (ref) => ref.replaceAll(/\/(?:\.?\/)+/g, '/')),
  filedBy('files users by a name that may not end with a dot', 'user_ref.wildcard', (ref) => ref.replace(/\.+$/, '')),
  filedBy('takes quotes around a reference away', 'user_ref.wildcard', (ref) => ref.replaceAll(/^"|"$/g, '')),
  ...['@', '#', '?', ';', ':', '|', '\t', '\u0001'].map((sign) =>
    filedBy(`cuts references at ${JSON.stringify(sign)}`, 'user_ref.cut', (ref) => ref.split(sign)[0]!),
  ),
  collated('letters alone', 'user_ref.unicode', { sensitivity: 'base' }),
  collated('letters and accents', 'user_ref.case', { sensitivity: 'accent' }),
  collated('letters and case', 'user_ref.unicode', { sensitivity: 'case' }),
  collated('all differences', 'user_ref.unicode', { sensitivity: 'variant' }),
  collated('without punctuation', 'user_ref.wildcard', { sensitivity: 'variant', ignorePunctuation: true }),
  collated('digits as numbers', 'user_ref.numbers', { sensitivity: 'variant', numeric: true }),
  inColumn('COLLATE NOCASE', 'user_ref.case'),
  inColumn('COLLATE RTRIM', 'user_ref.spaces'),
  comparedBy('compares loosely, as PHP does', 'user_ref.numbers', (a, b) => {
    const [x, y] = [a, b].map((text) => (/^\s*[-+]?[\d.]+(?:e\d+)?\s*$/i.test(text) ? Number(text) : text));
    return x === y;
  }),
  broken('takes user references of any length', 'user_ref.too_long', {
      fields: (call) => {
        const isLong = (call.body?.merchant_user_ref?.length ?? 0) > 256;
        plainSteps.fields(isLong ? withBody(call, { merchant_user_ref: 'x' }) : call);
      },
    }),
  broken('looks users up by LIKE', 'user_ref.wildcard', {
      lookup: (call, state) => {
        const asked = pattern(nameOf(call.body!));
        const found = [...state.enrollments].find(([name]) => asked.test(name));
        return plainSteps.lookup({ ...call, body: found?.[1] ?? call.body! }, state);
      },
    }),
];
