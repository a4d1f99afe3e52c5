import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppFailureReason } from '@authly/contract/failure-codes';
import type { Finger } from '@authly/contract/fingers';

/** What a reload must find again. Never a picture, a template or a key. */
export interface SavedVisit {
  /** Until the claim is answered: the same link and nonce give the same answer. */
  readonly claiming?: { readonly link: string; readonly nonce: string };
  readonly claim?: ClaimResponse;
  /** Opened by a link on the device that shows the hosted page. */
  readonly sameDevice?: true;
  readonly consented?: true;
  readonly finger?: Finger;
  readonly reported?: AppFailureReason;
}

const STORAGE_KEY = 'authly.app.visit';

type TabStorage = Pick<Storage, 'getItem' | 'setItem'>;

export function loadVisit(storage: TabStorage | undefined): SavedVisit {
  try {
    return (JSON.parse(storage?.getItem(STORAGE_KEY) ?? 'null') as SavedVisit | null) ?? {};
  } catch {
    return {};
  }
}

export function saveVisit(storage: TabStorage | undefined, visit: SavedVisit): void {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(visit));
  } catch {
    // A full or forbidden storage: this visit works, a reload will not.
  }
}
