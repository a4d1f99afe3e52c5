import type { ClaimResponse } from '@authly/contract/app/claim';
import type { AppFailureReason } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';

/** What a reload must find again. Never a picture, a template or a key. */
export interface Kept {
  /** Until the claim is answered: the same link and nonce give the same answer. */
  readonly claiming?: { readonly link: string; readonly nonce: string };
  readonly claim?: ClaimResponse;
  readonly consented?: true;
  readonly finger?: Finger;
  readonly reported?: AppFailureReason;
}

const KEPT_AS = 'authly.app.visit';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function readKept(storage: Shelf | undefined): Kept {
  try {
    return (JSON.parse(storage?.getItem(KEPT_AS) ?? 'null') as Kept | null) ?? {};
  } catch {
    return {};
  }
}

export function keep(storage: Shelf | undefined, kept: Kept): void {
  try {
    storage?.setItem(KEPT_AS, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: this visit works, a reload will not.
  }
}

/** The tab's own storage; a browser that forbids it throws at the mere mention. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
