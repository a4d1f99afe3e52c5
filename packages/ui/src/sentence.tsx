import type { VNode } from 'preact';

const WORD_JOINER = '\u2060';

/** Korean writes particles right after the name that they belong to: no line may break in between. */
export const joinParticle = (afterName: string): string =>
  /^\p{Script=Hangul}/u.test(afterName) ? WORD_JOINER + afterName : afterName;

/** The text with the merchant's name in it. A name may be of any script, so it stands in an isolated run. */
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
