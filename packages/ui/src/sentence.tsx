import type { VNode } from 'preact';

const WORD_JOINER = '\u2060';

/** Korean writes particles right after the name that they belong to: no line may break in between. */
export const joinParticle = (afterName: string): string =>
  /^\p{Script=Hangul}/u.test(afterName) ? WORD_JOINER + afterName : afterName;

/** A name may be in any script, so it is isolated. */
export function Sentence({ text, merchant }: { text: string; merchant: string }): VNode {
  const [first = '', ...rest] = text.split('{merchant}');
  return (
    <>
      {first}
      {rest.map((after, index) => (
        <span key={index}>
          <bdi>{merchant}</bdi>
          {joinParticle(after)}
        </span>
      ))}
    </>
  );
}
