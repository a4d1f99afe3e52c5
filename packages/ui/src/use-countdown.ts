import { useEffect, useState } from 'preact/hooks';

const USES = ['click', 'keydown', 'pointerdown', 'wheel'] as const;

/** Runs `then` after some seconds, unless the user does anything on the page first. Returns the seconds left, 0 after either. */
export function useCountdown(seconds: number, then: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) return undefined;
    const over = new AbortController();
    for (const use of USES) addEventListener(use, () => setLeft(0), { signal: over.signal, passive: true });
    const timer = setTimeout(() => {
      setLeft(left - 1);
      if (left === 1) then();
    }, 1000);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [left]);
  return left;
}
