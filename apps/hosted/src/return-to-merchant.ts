import { parseUrl } from '@authly/ui/parse-url.ts';

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
