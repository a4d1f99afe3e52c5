import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Sentence } from './sentence.tsx';

interface DisplayTextProps {
  readonly text: string;
  readonly from: string;
  readonly merchant: string;
}

/** Marked as the merchant's words, so that they cannot pass for ours. */
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
