import { useEffect, useState } from 'preact/hooks';

/** How the user gets back to the merchant. The page never navigates to `return_url` itself. */
export type ReturnMethod = 'close' | 'history' | 'manual';

interface ReturnOptions {
  readonly hasOpener: boolean;
  readonly referrer: string;
  readonly returnOrigin: string | undefined;
}

/** A popup closes; a page that was opened from the merchant's page goes back in history; otherwise the user closes it. */
export function returnMethodOf({ hasOpener, referrer, returnOrigin }: ReturnOptions): ReturnMethod {
  if (hasOpener) return 'close';
  const cameFromMerchant =
    returnOrigin !== undefined && URL.canParse(referrer) && new URL(referrer).origin === returnOrigin;
  return cameFromMerchant ? 'history' : 'manual';
}

export function returnToMerchant(method: ReturnMethod): void {
  if (method === 'history') return history.back();
  (window.opener as Window | null)?.focus();
  window.close();
}

/** Events that show that the user is still reading. */
const USES = ['keydown', 'pointerdown', 'wheel'] as const;

/** Closes the popup after a while, unless the user does something in it. True while it is about to close. */
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
