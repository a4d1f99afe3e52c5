import type { VNode } from 'preact';
import { joinParticle } from './korean-particle.ts';

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
