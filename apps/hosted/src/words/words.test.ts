import { FAILURE_CODES } from '@authly/contract/failure-codes';
import { expect, it } from 'vitest';
import { wordsSuite } from '../../../../packages/ui/test/words-suite.ts';
import type { Words } from './en.ts';
import { WORDS } from './languages.ts';

wordsSuite(WORDS);

it.each(Object.entries(WORDS))(
  'in %s every failure code has words of its own, and there are none for a code that does not exist',
  (_language, words) => {
    const codes = Object.keys(words).filter((key) => key.startsWith('failure_') && key !== 'failure_other');
    expect(codes.sort()).toEqual(
      Object.keys(FAILURE_CODES)
        .map((code) => `failure_${code}`)
        .sort(),
    );
    const told = codes.map((key) => words[key as keyof Words]);
    expect(new Set(told).size).toBe(codes.length);
    expect(told).not.toContain(words.failure_other);
  },
);
