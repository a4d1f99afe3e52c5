import { COMPLETION_SIGNAL, type CompletionSignal } from '@authly/contract/wire/hosted/completion-signal';
import { parseUrl } from '@authly/ui/parse-url.ts';
import type { HostedSession } from '@authly/contract/operations/hosted-session';

/** `*`, `null` and anything with a path are invalid targets. */
function targetOf(returnOrigin: string | undefined): string | undefined {
  const url = returnOrigin === undefined ? undefined : parseUrl(returnOrigin);
  return url?.protocol === 'https:' && url.origin === returnOrigin ? url.origin : undefined;
}

/** Tells the opener to look up the result. Sends nothing without an origin from `return_url`. */
export function sendCompletionSignal(
  opener: Pick<Window, 'postMessage'> | null | undefined,
  { session_id, mode }: Pick<HostedSession, 'session_id' | 'mode'>,
  returnOrigin: string | undefined,
): void {
  const target = targetOf(returnOrigin);
  if (!opener || target === undefined) return;
  const signal: CompletionSignal = { type: COMPLETION_SIGNAL, version: 1, session_id, mode };
  try {
    opener.postMessage(signal, target);
  } catch {
    // The opener was closed: it will read the result itself.
  }
}
