import { expect, it } from 'vitest';
import { languageOf, tryPages } from './plain-pages.ts';

it('speaks the language that the phone wants most of those it has', () => {
  const spoken = ['ko-KR,ko;q=0.9,en;q=0.8', 'eo, de;q=0.5, es;q=0.9', 'JA', '', 'xx;q=a,,;', 'eo'].map(languageOf);
  expect(spoken).toEqual(['ko', 'es', 'ja', 'en', 'en', 'en']);
});

it('shows the steps of the phone that asks, and those of both to anything else', () => {
  const pages = tryPages({ shopUrl: 'https://192.168.1.20:9443', digest: 'AB:CD' });
  const shown = (userAgent: string): unknown => {
    const html = pages({ language: 'en', userAgent });
    return [/Show Details/.test(html), /Proceed to/.test(html), /<details open>\s*<summary>([^<]*)/.exec(html)?.[1]];
  };
  expect(shown('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)')).toEqual([true, false, 'iPhone, iPad']);
  expect(shown('Mozilla/5.0 (Linux; Android 15; Pixel 9)')).toEqual([false, true, 'Android']);
  expect(shown('"><script>')).toEqual([true, true, undefined]);
});
