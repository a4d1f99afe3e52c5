/** How the person gets back without the page ever navigating to `return_url`. */
export type WayBack = 'close' | 'history' | 'by hand';

interface Arrival {
  readonly hasOpener: boolean;
  readonly referrer: string;
  readonly returnOrigin: string | undefined;
}

/** A popup closes itself; a page that the merchant's own page led to goes back in history; else the person goes. */
export function wayBackOf({ hasOpener, referrer, returnOrigin }: Arrival): WayBack {
  if (hasOpener) return 'close';
  const cameFromMerchant =
    returnOrigin !== undefined && URL.canParse(referrer) && new URL(referrer).origin === returnOrigin;
  return cameFromMerchant ? 'history' : 'by hand';
}

export function goBack(way: WayBack): void {
  if (way === 'history') return history.back();
  (window.opener as Window | null)?.focus();
  window.close();
}
