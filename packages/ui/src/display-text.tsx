import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Sentence } from './sentence.tsx';

interface DisplayTextProps {
  readonly text: string;
  /** Whose words they are: a sentence with `{merchant}`. */
  readonly from: string;
  readonly merchant: string;
}

/**
 * What the person is to approve, in the merchant's words. Framed as theirs, so that it cannot pass for ours: text alone, each line in its
 * own direction.
 */
export function DisplayText({ text, from, merchant }: DisplayTextProps): VNode {
  const words = useRef<HTMLQuoteElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { scrollHeight, clientHeight } = words.current!;
    setScrolls(scrollHeight > clientHeight);
  }, [text]);
  return (
    <figure class="display-text">
      <figcaption>
        <Sentence text={from} merchant={merchant} />
      </figcaption>
      <blockquote ref={words} {...(scrolls && { tabIndex: 0 })}>
        {text}
      </blockquote>
    </figure>
  );
}
