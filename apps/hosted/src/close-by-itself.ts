import { useEffect, useState } from 'preact/hooks';
import { goBack } from './way-back.ts';

/** Whoever does one of these is still reading. */
const USES = ['keydown', 'pointerdown', 'wheel'] as const;

/** Closes the popup a while after it is shown, unless the person uses it meanwhile. True while it is about to. */
export function useCloseByItself(may: boolean, afterMs: number): boolean {
  const [staying, setStaying] = useState(!may);
  useEffect(() => {
    if (staying) return undefined;
    const over = new AbortController();
    const stay = (): void => setStaying(true);
    for (const use of USES) addEventListener(use, stay, { signal: over.signal, passive: true });
    const timer = setTimeout(() => {
      goBack('close');
      // Still here: the browser refused.
      stay();
    }, afterMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [staying, afterMs]);
  return !staying;
}
