import { useLayoutEffect, useState } from 'preact/hooks';

const USES = ['click', 'contextmenu', 'keydown', 'pointercancel', 'wheel'] as const;

/** Runs `then` after some seconds, unless the user does anything on the page first or it `isHeld`. Returns the seconds left, 0 after either. */
export function useCountdown(seconds: number, then: () => void, isHeld = false): number {
  const [left, setLeft] = useState(seconds);
  useLayoutEffect(() => {
    if (isHeld) setLeft(0);
    if (isHeld || left === 0) return undefined;
    const over = new AbortController();
    const options = { signal: over.signal, passive: true };
    const timer = setTimeout(() => {
      setLeft(left - 1);
      if (left === 1) then();
    }, 1000);
    // A press stops the time, but changes nothing on the page before its release: a button could move away from it.
    addEventListener('pointerdown', () => clearTimeout(timer), options);
    const stop = (): void => setLeft(0);
    for (const use of USES) addEventListener(use, stop, options);
    // Not every button of a mouse clicks. The click of the main one comes first.
    addEventListener('pointerup', ({ pointerType }) => pointerType === 'mouse' && setTimeout(stop), options);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [left, isHeld]);
  return left;
}
