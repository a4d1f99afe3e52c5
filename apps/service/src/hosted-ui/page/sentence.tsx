import type { VNode } from 'preact';

/** Korean particles belong to the name before them: no line may break in between. */
const joined = (after: string): string => (/^\p{Script=Hangul}/u.test(after) ? `\u2060${after}` : after);

/** The text with the merchant's name in it. A name may be of any script, so it stands in an isolated run. */
export function Sentence({ text, merchant }: { text: string; merchant: string }): VNode {
  const [first = '', ...rest] = text.split('{merchant}');
  return (
    <>
      {first}
      {rest.map((after, index) => (
        <span key={index}>
          <bdi>{merchant}</bdi>
          {joined(after)}
        </span>
      ))}
    </>
  );
}
