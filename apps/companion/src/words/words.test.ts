import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { LANGUAGES, pickLanguage } from './pick-language.ts';

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.entries(LANGUAGES))('the words in %s', (_language, words) => {
  it('miss no key and have none too many', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  });

  it('leave no sentence empty and keep its placeholders', () => {
    for (const [key, text] of Object.entries(words)) {
      expect([key, text.trim() !== '', placeholders(text)]).toEqual([
        key,
        true,
        placeholders(en[key as keyof typeof en]),
      ]);
    }
  });

  it('never say whether a finger matched', () => {
    expect(words.succeeded_verify_title + words.succeeded_verify_text).not.toMatch(
      /match|recogni|stimm|coincid|일치|一致/i,
    );
  });
});

describe('the language', () => {
  it.each([
    [['ko-KR', 'en'], 'ko'],
    [['fr-FR', 'de-CH'], 'de'],
    [['es_419'], 'es'],
    [['JA'], 'ja'],
    [['fr', 'it'], 'en'],
    [[], 'en'],
    [['__proto__'], 'en'],
  ])('of a browser that wants %j is %s', (wanted, language) => {
    expect(pickLanguage(wanted)).toBe(language);
  });
});
