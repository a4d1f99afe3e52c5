import { isTemporary, WAIT_S, type AppApi } from '@authly/app-client/app-api.ts';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { AppSession } from '@authly/contract/operations/app-session';
import { isFinal } from '@authly/contract/wire/states';
import { backoff } from '@authly/app-client/time/backoff.ts';
import { BACKOFF, pause } from './retry.ts';

interface WatchOptions {
  readonly signal: AbortSignal;
  readonly onSession: (session: AppSession) => void;
  readonly onRefused: () => void;
  readonly onOffline: (offline: boolean) => void;
}

export async function watchSession(
  api: AppApi,
  claim: ClaimResponse,
  { signal, onSession, onRefused, onOffline }: WatchOptions,
): Promise<void> {
  let wait = 0;
  let failures = 0;
  while (!signal.aborted) {
    const reply = await api.session(claim, wait, signal).catch(() => undefined);
    if (signal.aborted) return;
    if (reply === undefined || isTemporary(reply)) {
      onOffline(true);
      wait = 0;
      await pause(backoff(++failures, BACKOFF), signal);
      continue;
    }
    failures = 0;
    wait = WAIT_S;
    onOffline(false);
    if (reply.body === undefined) return onRefused();
    onSession(reply.body);
    if (isFinal(reply.body.status)) return;
  }
}
