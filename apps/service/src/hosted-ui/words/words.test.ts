import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { LANGUAGES, type Language } from './pick-language.ts';

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(Object.keys(LANGUAGES) as Language[])('the words in %s', (language) => {
  const words = LANGUAGES[language];

  it('no key is missing or left over', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  });

  it('none is empty, and each names what the English one names', () => {
    const wrong = Object.entries(words).filter(
      ([key, text]) =>
        text === '' ||
        text.trim() !== text ||
        placeholders(text).join() !== placeholders(en[key as keyof typeof en]).join(),
    );
    expect(wrong).toEqual([]);
  });

  it('every failure code has words of its own, and there are none for a code that does not exist', () => {
    const codes = Object.keys(words).filter((key) => key.startsWith('failure_') && key !== 'failure_other');
    expect(codes.sort()).toEqual(
      Object.keys(FAILURE_CODES)
        .map((code) => `failure_${code}`)
        .sort(),
    );
    expect(new Set(codes.map((key) => words[key as keyof typeof en])).size).toBe(codes.length);
  });

  it('never says whether a verification matched', () => {
    const said = [words.succeeded_verify_title, words.succeeded_verify_text].join(' ');
    expect(said).not.toMatch(/match|confirmed|verified|일치|확인됐|一致|coincid|übereinstimm|bestätigt/i);
  });
});

it.each((Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en'))(
  'nothing is left in English in %s',
  (language) => {
    const same = Object.entries(LANGUAGES[language]).filter(([key, text]) => text === en[key as keyof typeof en]);
    expect(same).toEqual([]);
  },
);
