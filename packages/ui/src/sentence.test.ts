import { expect, it } from 'vitest';
import { joinParticle } from './sentence.tsx';

it.each(['에서 다시 시작해 주세요.', '에 문의해 주세요.', '에서'])(
  'no line breaks between a name and the particle in "%s"',
  (text) => {
    expect(joinParticle(text)).toBe(`\u2060${text}`);
  },
);

it.each(['', '.', ' 화면에서 확인해 주세요.', ' didn’t answer.', 'でもう一度', ', gracias'])(
  'the text after the name is unchanged: "%s"',
  (text) => {
    expect(joinParticle(text)).toBe(text);
  },
);
