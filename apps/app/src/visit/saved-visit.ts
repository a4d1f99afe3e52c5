import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppFailureReason } from '@authly/contract/wire/failure-codes';
import type { Finger } from '@authly/contract/wire/fingers';
import type { PageStorage } from '@authly/ui/storage.ts';

/** A word of the page. */
type NumberProblem = 'number_wrong' | 'action_failed';

/** The part of a visit that survives a reload. Contains no picture, template or key. */
export interface SavedVisit {
  /** The same link and nonce give the same answer. */
  readonly claiming?: { readonly link: string; readonly nonce: string };
  readonly claim?: ClaimResponse;
  /** Opened by a link on the device that shows the hosted page. */
  readonly sameDevice?: boolean;
  /** Why the number of the join check is still needed. */
  readonly numberProblem?: NumberProblem | undefined;
  readonly consented?: boolean;
  readonly finger?: Finger | undefined;
  readonly reported?: AppFailureReason;
  readonly isOver?: boolean;
}

const STORAGE_KEY = 'authly.app.visit';

export function loadVisit(storage: PageStorage): SavedVisit {
  try {
    return (JSON.parse(storage.get(STORAGE_KEY) ?? 'null') as SavedVisit | null) ?? {};
  } catch {
    return {};
  }
}

export const saveVisit = (storage: PageStorage, visit: SavedVisit): void =>
  storage.set(STORAGE_KEY, JSON.stringify(visit));
