import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@authly/contract/wire/languages';
import type { Words } from './languages.ts';
import * as sections from '../../test/words.ts';

const ALL = Object.entries(sections).flatMap(([section, languages]) =>
  LANGUAGES.map((language) => [section, language, languages[language], languages.en] as const),
);
const OTHERS = ALL.filter(([, language]) => language !== 'en');

const placeholders = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join();

/** 을/를, 이/가, 은/는, 과/와, 으로/로 …: which one is right depends on how the name before it is spoken. */
const CHANGING_PARTICLE = /\{merchant\}(?:을|를|이|가|은|는|과|와|으로|로|아|야|나|랑|라)/;

describe.each(ALL)('the words of %s in %s', (_section, _language, words, english) => {
  it('no key is missing or left over', () => {
    expect(Object.keys(words)).toEqual(Object.keys(english));
  });

  it('no text is empty, and each has the placeholders of the English one', () => {
    const wrong = Object.entries(words).filter(
      ([key, text]) =>
        text === '' ||
        text.trim() !== text ||
        placeholders(text) !== placeholders((english as Record<string, string>)[key]!),
    );
    expect(wrong).toEqual([]);
  });
});

// A name or a single word may be the same in two languages; a sentence is not.
it.each(OTHERS)('no sentence of %s is left in English in %s', (_section, _language, words, english) => {
  const sentences = new Set(Object.values(english).filter((text) => text.split(' ').length > 2));
  expect(Object.values(words).filter((text) => sentences.has(text))).toEqual([]);
});

describe.each(LANGUAGES)('how a session ended, in %s', (language) => {
  const words = sections.shared[language];

  it('never says whether a verification matched', () => {
    expect(`${words.succeeded_verify_title} ${words.succeeded_verify_text}`).not.toMatch(
      /match|recogni|reconn|confirm|verif|vérif|correspond|일치|확인됐|一致|匹配|验证|coincid|stimm|bestätigt|تطابق|مطابق|تحقق/i,
    );
  });

  it('has different words for every group of failure codes, and no others', () => {
    const keys = Object.keys(words).filter((key) => key.startsWith('failure_'));
    const groups = new Set(Object.values(FAILURE_CODES).map(({ group }) => `failure_${group}`));
    expect(new Set(keys)).toEqual(groups);
    expect(new Set(keys.map((key) => words[key as keyof Words<'shared'>])).size).toBe(groups.size);
  });
});

describe.each(ALL.filter(([, language]) => language === 'ko'))('the Korean words of %s', (_section, _ko, words) => {
  it('use particles that fit a name in any script, with any ending', () => {
    expect(Object.values(words).filter((text) => CHANGING_PARTICLE.test(text))).toEqual([]);
  });

  it('use one register, 해요체', () => {
    expect(Object.values(words).filter((text) => /니다|하십시오|니까/.test(text))).toEqual([]);
  });
});
