import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@authly/contract/errors';
import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { DOCS_PATHS } from '@authly/contract/page-addresses';
import { describe, expect, it } from 'vitest';
import { CONTENTS } from './contents.ts';
import { loadIndex, search } from './search.ts';
import { decisionEntries } from './site.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const built = (name: string): string => readFileSync(join(root, 'apps', 'docs', 'dist', name), 'utf8');

it('every Markdown file of the docs folder is in the navigation or listed by a page in it', () => {
  const entries = [...CONTENTS.flatMap((group) => group.entries), ...decisionEntries(root)];
  const listed = new Set(entries.map(({ file }) => file));
  expect(globSync('docs/**/*.md', { cwd: root }).filter((name) => !listed.has(name))).toEqual([]);
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
    ['liveness', '/docs/concepts#what-a-match-does-not-prove'],
    ['iphone camera', '/docs/guides/troubleshooting#the-camera-does-not-open'],
    ['webhok', '/docs/guides/webhooks'],
    ['redirect after success', '/docs/guides/browser#return-after-success'],
    ['idempotency', '/docs/guides/integrate-backend#idempotency'],
    ['too_many_attempts', '/docs/guides/handle-errors#too_many_attempts'],
    ['match threshold', '/docs/concepts#match-threshold'],
    ['how do I test a failure', '/docs/guides/sandbox#test-a-failure'],
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
