import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEASURED, PHRASES, SPELLING, TERMS, type Pattern } from './patterns.ts';
import {
  codeWords,
  commentsAndTitles,
  documents,
  everyText,
  interfaceWords,
  prose,
  withoutGenerated,
} from './sources.ts';

const root = join(import.meta.dirname, '..', '..');

/** Texts that may stay as they are. */
const ALLOWED: readonly string[] = [];

/** Each line with a pattern in it, and what to write instead. */
function findings(text: string, patterns: readonly Pattern[]): string[] {
  const lines = text.split('\n').filter((line) => !ALLOWED.some((allowed) => line.includes(allowed)));
  return lines.flatMap((line) =>
    patterns.flatMap(({ found, instead }) => {
      const match = found.exec(line);
      return match ? [`“${match[0].trim()}” → ${instead}: ${line.trim()}`] : [];
    }),
  );
}

const wording = [...PHRASES, ...TERMS];

describe('plain English', () => {
  it.each(documents(root))('$file', ({ text }) => {
    expect(findings(prose(text), wording)).toEqual([]);
  });

  it.each(interfaceWords(root))('$file', ({ text }) => {
    expect(findings(text, wording)).toEqual([]);
  });
});

describe('plain English in comments and test titles', () => {
  const folders = Object.entries(Object.groupBy(commentsAndTitles(root), ({ file }) => file.split('/')[0]!));

  it.each(folders)('%s', (_folder, texts) => {
    const found = texts!.flatMap(({ file, text }) => findings(text, wording).map((finding) => `${file}: ${finding}`));
    expect(found).toEqual([]);
  });
});

it('American spelling in code, file names, pages and docs', () => {
  const found = everyText(root).flatMap(({ file, text }) =>
    findings(text, SPELLING).map((finding) => `${file}: ${finding}`),
  );
  expect(found).toEqual([]);
});

/** Measurements of the service, and of the engine's accuracy. */
const MEASUREMENTS = ['docs/benchmarks.md', 'lab/research/README.md'];

describe(`measured values are in ${MEASUREMENTS.join(' and ')} alone`, () => {
  const others = documents(root).filter(({ file }) => !MEASUREMENTS.includes(file));
  it.each(others.map(withoutGenerated))('$file', ({ text }) => {
    expect(findings(prose(text), MEASURED)).toEqual([]);
  });
});

describe('the check itself', () => {
  it.each([
    ['Whoever opens it sees the finger.', wording],
    ['Who waits needs no other file.', wording],
    ['What stands in the address bar of who looks at the console.', wording],
    ['They wait for what comes of the connection.', wording],
    ['The audit trail names the row.', wording],
    ['The companion shows none of the 8,000 wolves.', wording],
    ['The page was taken anew, beside so many others.', wording],
    ['The first touch is a good one.', wording],
    ['Mend the database.', wording],
    ['const neighbourColour = 1;', SPELLING],
    ['binariseImage(centre)', SPELLING],
    ['A comparison takes 12 ms.', MEASURED],
    ['Creation has a p99 of 40 and needs 3 % of a core.', MEASURED],
    ['It serves 2,000 requests a second.', MEASURED],
  ])('fails on “%s”', (sentence, patterns) => {
    expect(findings(sentence, patterns)).not.toEqual([]);
  });

  it.each([
    '/** Whoever opens it sees the finger. */\nconst page = 1;',
    '  /**\n   * The page was taken anew.\n   */',
    'const page = 1; // Beside the others.',
    "it('hears of ended sessions', () => {});",
    "describe.each(PAGES)('%s of who waits', () => {});",
  ])('fails on the code %j', (source) => {
    expect(findings(codeWords(source), wording)).not.toEqual([]);
  });

  it('passes code with plain comments and titles', () => {
    const source = "/** Returns `whoever`. */\nconst whoever = 'anew';\nit('returns the owner', () => {});\n";
    expect(findings(codeWords(source), wording)).toEqual([]);
  });

  it('passes plain sentences, code and generated values', () => {
    const text = 'Authly closes a connection that sends too much. Run `authly trail`.\n\n```sh\nwhoever\n```\n';
    expect(findings(prose(text), wording)).toEqual([]);
    const constant = { file: '', text: 'It waits <!--=x-->500 ms<!--/--> and 5 seconds.' };
    expect(findings(prose(withoutGenerated(constant).text), MEASURED)).toEqual([]);
  });

  it('reads the words of every page and of the command line', () => {
    const files = interfaceWords(root).map(({ file }) => file);
    for (const part of [
      'packages/ui/src/words',
      'apps/console',
      'apps/service/src/operator/actions',
      'apps/sandbox/src',
    ])
      expect(files.filter((file) => file.startsWith(part))).not.toEqual([]);
  });
});
