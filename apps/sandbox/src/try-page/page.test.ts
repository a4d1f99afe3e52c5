import { expect, it } from 'vitest';
import { tryPage } from './plain-pages.ts';

it('shows the steps for the phone that opens it, and for both phones to other browsers', () => {
  const shown = (userAgent: string): unknown => {
    const html = tryPage({ shopUrl: 'https://192.168.1.20:9443', digest: 'AB:CD' }, userAgent);
    return [/Show Details/.test(html), /Proceed to/.test(html), /<details open>\s*<summary>([^<]*)/.exec(html)?.[1]];
  };
  expect(shown('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)')).toEqual([true, false, 'iPhone, iPad']);
  expect(shown('Mozilla/5.0 (Linux; Android 15; Pixel 9)')).toEqual([false, true, 'Android']);
  expect(shown('"><script>')).toEqual([true, true, undefined]);
});
