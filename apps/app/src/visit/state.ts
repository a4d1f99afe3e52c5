import type { AppFailureReason } from '@authly/contract/wire/failure-codes';
import type { FinalStatus } from '@authly/contract/wire/states';
import type { Capture } from '../worker/messages.ts';
import type { SavedVisit } from './saved-visit.ts';
import type { ScreenName } from './screens.ts';

export interface VisitState extends SavedVisit {
  readonly screen: ScreenName;
  readonly offline: boolean;
  readonly sandbox: boolean;
  readonly captures: readonly Capture[];
  readonly latest: Capture | undefined;
  /** The browser's prompt for a passkey. */
  readonly prompt?: 'open' | 'failed' | undefined;
  /** While a question is open nothing is captured and nothing is sent. */
  readonly question?: { readonly link: string } | { readonly reason: AppFailureReason } | undefined;
  readonly status?: FinalStatus;
  readonly failureCode?: string | undefined;
}
