import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

let isFirst = true;
let lastLanguage: string | undefined;

interface HeadingProps {
  readonly text: string;
  /** Stands after the text in the title of the tab: the merchant, where there is one. */
  readonly owner?: string | undefined;
  /** False where the next button has the focus instead. */
  readonly focuses?: boolean;
}

/** A screen's title. When a screen replaces another, the focus goes to it: a screen reader reads on from there. */
export function Heading({ text, owner = 'Authly', focuses = true }: HeadingProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} · ${owner}`;
    const { lang } = document.documentElement;
    const isTranslated = lastLanguage !== undefined && lastLanguage !== lang;
    lastLanguage = lang;
    // The user is in the language menu, and stays there.
    if (isTranslated) return;
    if (!isFirst && focuses) heading.current?.focus({ preventScroll: true });
    isFirst = false;
    scrollTo(0, 0);
  }, [text, owner]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
