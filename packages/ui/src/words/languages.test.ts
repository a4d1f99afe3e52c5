import { describe, expect, it } from 'vitest';
import { pickLanguage } from './languages.ts';

describe('pickLanguage', () => {
  it.each([
    ['en', 'en'],
    ['ko-KR', 'ko'],
    ['KO', 'ko'],
    ['ja_JP', 'ja'],
    ['es-419', 'es'],
    ['de-Latn-AT', 'de'],
    ['pt-PT', 'pt'],
    ['zh-Hans-CN', 'zh'],
    ['ar-EG', 'ar'],
    [' de ', 'de'],
  ])('%s is spoken as %s', (locale, language) => {
    expect(pickLanguage([locale])).toBe(language);
  });

  it.each(['eo', 'eo-XX', 'kok', 'deu', '', '*', '한국어', 'toString', '__proto__', null, undefined])(
    '%s is not spoken: English',
    (locale) => {
      expect(pickLanguage([locale])).toBe('en');
    },
  );

  it('the first supported of several, else English', () => {
    expect(pickLanguage(['eo', 'es-MX', 'de'])).toBe('es');
    expect(pickLanguage([])).toBe('en');
  });
});
