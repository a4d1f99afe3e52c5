import { expect, it } from 'vitest';
import { initialOf } from './merchant-name.tsx';

// biome-ignore format: one row a line
it.each([
  ['a capital', 'bean & leaf', 'B'],
  ['an accent of its own', 'e\u0301clair', 'É'],
  ['Hangul', '카페 온', '카'],
  ['Hangul in pieces', '\u110f\u1161페', '카'],
  ['kana with a mark', 'か\u3099っこう', 'が'],
  ['a digit', '7번가', '7'],
  ['brackets', '(주)한빛', '주'],
  ['quotes and spaces', ' 「茶屋」', '茶'],
  ['a character of two units', '𠮷野家', '𠮷'],
  ['an emoji with a skin tone', '👍🏽 Shop', '👍🏽'],
  ['an emoji that is joined', '👩‍🍳 Küche', '👩‍🍳'],
  ['a flag', '🇰🇷 Market', '🇰🇷'],
  ['nothing but punctuation', '...', '.'],
  ['nothing', '', ''],
])('the initial of a name with %s', (_what, name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
