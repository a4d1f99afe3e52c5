import { describe, expect, it } from 'vitest';
import type { Language } from '../src/languages.ts';

const placeholders = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join();

/** 을/를, 이/가, 은/는, 과/와, 으로/로 …: which one is right depends on how the name before it is spoken. */
const CHANGING_PARTICLE = /\{merchant\}(?:을|를|이|가|은|는|과|와|으로|로|아|야|나|랑|라)/;

/** What holds for the sentences of every page. `sameAsEnglish`: keys of words that another language happens to share. */
export function wordsSuite(
  words: Readonly<Record<Language, Readonly<Record<string, string>>>>,
  sameAsEnglish: readonly string[] = [],
): void {
  const { en, ko } = words;

  describe.each(Object.entries(words))('the words in %s', (_, own) => {
    it('no key is missing or left over', () => {
      expect(Object.keys(own).sort()).toEqual(Object.keys(en).sort());
    });

    it('none is empty, and each names what the English one names', () => {
      const wrong = Object.entries(own).filter(
        ([key, text]) => text === '' || text.trim() !== text || placeholders(text) !== placeholders(en[key]!),
      );
      expect(wrong).toEqual([]);
    });

    it('never say whether a verification matched', () => {
      const said = `${own['succeeded_verify_title']} ${own['succeeded_verify_text']}`;
      expect(said).not.toMatch(/match|recogni|confirmed|verified|일치|확인됐|一致|coincid|stimm|bestätigt/i);
    });
  });

  it.each(Object.entries(words).filter(([language]) => language !== 'en'))(
    'nothing is left in English in %s',
    (_, own) => {
      const same = Object.entries(own).filter(([key, text]) => text === en[key] && !sameAsEnglish.includes(key));
      expect(same).toEqual([]);
    },
  );

  it('Korean particles after a name are the same after every name: it may be of any script, and end in a digit or a bracket', () => {
    expect(Object.entries(ko).filter(([, text]) => CHANGING_PARTICLE.test(text))).toEqual([]);
  });
}
