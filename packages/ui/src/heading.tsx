import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

let isFirst = true;
let lastLanguage: string | undefined;

interface HeadingProps {
  readonly text: string;
  /** Names the screen if its text changes while it stays. */
  readonly screen?: string | undefined;
  readonly owner?: string | undefined;
  /** False if the next button has the focus instead. */
  readonly focuses?: boolean;
}

/** Takes the focus when a screen replaces another, so that a screen reader continues there. */
export function Heading({ text, screen = text, owner = 'Authly', focuses = true }: HeadingProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => void (document.title = `${text} · ${owner}`), [text, owner]);
  // It takes the focus before the screen is painted: later it would take it from a key that is pressed meanwhile.
  useLayoutEffect(() => {
    const { lang } = document.documentElement;
    const isTranslated = lastLanguage !== undefined && lastLanguage !== lang;
    lastLanguage = lang;
    // The user is in the language menu and stays there.
    if (isTranslated) return;
    if (!isFirst && focuses) heading.current?.focus({ preventScroll: true });
    isFirst = false;
    scrollTo(0, 0);
  }, [screen]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
