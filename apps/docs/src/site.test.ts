import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@authly/contract/errors';
import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS, CONTENTS } from './contents.ts';
import { loadIndex, search } from './search.ts';

const ENTRIES = CONTENTS.flatMap((group) => group.entries);

const root = join(import.meta.dirname, '..', '..', '..');
const built = (name: string): string => readFileSync(join(root, 'apps', 'docs', 'dist', name), 'utf8');

it('every Markdown file of the docs folder is a page of the site; decisions are for those who change the code', () => {
  const pages = new Set([...ENTRIES, BENCHMARKS].map(({ file }) => file));
  const files = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/decisions/**', 'docs/releasing.md'] });
  expect(files.filter((name) => !pages.has(name))).toEqual([]);
  expect(built('search.json')).not.toContain('/docs/decisions');
});

it('the menu has at most 25 entries, and a page that it leaves out is linked by the page that lists it', () => {
  const inMenu = built('guides/webhooks.html')
    .match(/<nav[^]*?<\/nav>/)![0]
    .match(/<li><a href="\/docs/g)!;
  expect(inMenu.length).toBeLessThanOrEqual(25);
  expect(inMenu.join()).not.toContain('/docs/benchmarks');
  const unlinked = [...ENTRIES, BENCHMARKS].filter(
    ({ path, isPartOf }) =>
      isPartOf !== undefined &&
      !/<main[^]*/.exec(built(`${isPartOf || 'index'}.html`))![0].includes(`href="/docs/${path}`),
  );
  expect(unlinked).toEqual([]);
});

it('every error and failure code has an anchor on the page that errors link to', () => {
  const page = built(`${DOCS_PATHS.errors.replace(`${DOCS_PATHS.home}/`, '')}.html`);
  const ids = new Set([...page.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id!));
  expect(ERROR_CODES.filter((code) => !ids.has(code))).toEqual([]);
  const failures = Object.keys(FAILURE_CODES);
  expect(failures.filter((code) => !ids.has(code) && !ids.has(`failure-${code}`))).toEqual([]);
  expect(ids.has('failure-internal_error')).toBe(true);
});

describe('the search of the built site', () => {
  const index = loadIndex(built('search.json'));
  it.each([
    ['popup blocked', '/docs/guides/troubleshooting#the-popup-is-blocked'],
    ['gdpr', '/docs/guides/privacy'],
    ['liveness', '/docs/guides/bring-a-matcher#liveness'],
    ['iphone camera', '/docs/guides/troubleshooting#the-camera-does-not-open'],
    ['webhok', '/docs/guides/webhooks'],
    ['redirect after success', '/docs/guides/browser#return-after-success'],
    ['idempotency', '/docs/guides/integrate-backend#idempotency'],
    ['too_many_attempts', '/docs/guides/handle-errors#too_many_attempts'],
    ['match threshold', '/docs/concepts#match-threshold'],
    ['how do I test a failure', '/docs/guides/sandbox#test-a-failure'],
    ['accuracy', '/docs/accuracy'],
    ['false accept rate', '/docs/accuracy#stated-and-measured-false-match-rate'],
    ['passkey', '/docs/concepts#why-not-only-passkeys'],
    ['install', '/docs/guides/integrate-backend#install'],
    ['logo', '/docs/guides/browser#show-your-logo'],
    ['several fingers', '/docs/guides/integrate-backend#several-fingers'],
    ['NIST', '/docs/concepts#why-not-only-passkeys'],
    ['GDPR delete', '/docs/guides/privacy#erase-a-user'],
    ['right to be forgotten', '/docs/guides/privacy#erase-a-user'],
    ['FMR', '/docs/accuracy#stated-and-measured-false-match-rate'],
  ])('“%s” finds %s first', (query, address) => {
    expect(search(index, query)[0]?.id).toBe(address);
  });

  it('a code is found by its words, and the changelog comes last', () => {
    expect(search(index, 'too many attempts')[0]?.id).toBe('/docs/guides/handle-errors#too_many_attempts');
    const pages = search(index, 'webhook').map(({ page }) => page);
    expect(pages).not.toContain('Changelog');
  });

  it('finds nothing for unknown words', () => {
    expect(search(index, 'zebra quartz')).toEqual([]);
  });
});
