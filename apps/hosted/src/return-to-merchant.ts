import { parseUrl } from '@authly/ui/parse-url.ts';
import { useEffect, useState } from 'preact/hooks';

/** The page never navigates to `return_url`. */
export type ReturnMethod = 'close' | 'history' | 'manual';

interface ReturnOptions {
  readonly hasOpener: boolean;
  readonly referrer: string;
  readonly returnOrigin: string | undefined;
}

export function returnMethodOf({ hasOpener, referrer, returnOrigin }: ReturnOptions): ReturnMethod {
  if (hasOpener) return 'close';
  const cameFromMerchant = returnOrigin !== undefined && parseUrl(referrer)?.origin === returnOrigin;
  return cameFromMerchant ? 'history' : 'manual';
}

export function returnToMerchant(method: ReturnMethod): void {
  if (method === 'history') return history.back();
  (window.opener as Window | null)?.focus();
  window.close();
}

const USES = ['keydown', 'pointerdown', 'wheel'] as const;

/** Closes the popup after a while unless the user does something in it. True until then. */
export function useAutoClose(mayClose: boolean, afterMs: number): boolean {
  const [staying, setStaying] = useState(!mayClose);
  useEffect(() => {
    if (staying) return undefined;
    const over = new AbortController();
    const stay = (): void => setStaying(true);
    for (const use of USES) addEventListener(use, stay, { signal: over.signal, passive: true });
    const timer = setTimeout(() => {
      returnToMerchant('close');
      // The browser may have refused to close it.
      stay();
    }, afterMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [staying, afterMs]);
  return !staying;
}
