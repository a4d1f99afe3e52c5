import { COMPLETION_SIGNAL, type CompletionSignal } from '@authly/contract/wire/hosted/completion-signal';
import {
  PROCESSING_ALLOWANCE_MAX_MS,
  SESSION_LIFETIME_DEFAULT_S,
  SESSION_LIFETIME_MAX_S,
} from '@authly/contract/wire/session-times';
import { AuthlyBrowserError } from './authly-browser-error.ts';
import { isFinal, type CreatedSession, type SessionState } from './session.ts';

const EVERY_MS = 3000;
/** After this time a read counts as failed, so that one lost request does not stop the reads. */
const LOOK_TIMEOUT_MS = 10_000;
/** The device's clock and the service's may differ: the last read is after the end on both. */
const MARGIN_MS = 1000;
/** An outcome may follow expires_at by the longest processing time. */
const LAST_LOOK_AFTER_MS = PROCESSING_ALLOWANCE_MAX_MS + MARGIN_MS;

export interface WaitForFinalOptions<State extends SessionState> {
  readonly session: CreatedSession;
  readonly read: (sessionId: string, signal: AbortSignal) => Promise<State | null>;
  readonly onStatus?: ((state: State) => void) | undefined;
  readonly onClosed?: (() => void) | undefined;
  /** Signals of other windows are ignored. */
  readonly popup: () => Window | null;
  readonly signal: AbortSignal;
}

/** Reads every 3 s, and at once after a signal or when the user returns. A closed window means nothing: the app may go on. */
export function waitForFinal<State extends SessionState>({
  session,
  read,
  onStatus,
  onClosed,
  popup,
  signal,
}: WaitForFinalOptions<State>): Promise<State> {
  const over = new AbortController();
  const expiresAt = endOf(session);
  const origin = new URL(session.popup_url).origin;

  return new Promise((resolve, reject) => {
    let looking = false;
    let again = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let seen = '';
    let seenClosed: Window | null = null;

    const end = (settle: () => void): void => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const look = async (): Promise<void> => {
      // One read at a time. Requests in between cause one more.
      if (looking) {
        again = true;
        return;
      }
      looking = true;
      clearTimeout(timer);
      const last = Date.now() >= expiresAt + LAST_LOOK_AFTER_MS;
      const state = await lookOnce((looked) => read(session.session_id, looked), over.signal);
      looking = false;
      if (over.signal.aborted) return;
      if (state === null) return end(() => reject(new AuthlyBrowserError('refused')));
      if (state && state.status !== seen) {
        seen = state.status;
        // An error of the merchant's callback is reported as uncaught, and does not end the reads.
        if (onStatus) void Promise.resolve(state).then(onStatus);
      }
      if (state && isFinal(state)) return end(() => resolve(state));
      if (last && state) return end(() => reject(new AuthlyBrowserError('timed_out')));
      const window = popup();
      if (window?.closed && window !== seenClosed) {
        seenClosed = window;
        if (onClosed) void Promise.resolve().then(onClosed);
      }
      timer = setTimeout(() => void look(), again ? 0 : pauseUntilNext(expiresAt - Date.now()));
      again = false;
    };
    const lookNow = (): void => void look();
    const onSignal = ({ origin: from, source, data }: MessageEvent<Partial<CompletionSignal> | null>): void => {
      if (
        from === origin &&
        source !== null &&
        source === popup() &&
        data?.type === COMPLETION_SIGNAL &&
        data.session_id === session.session_id
      )
        lookNow();
    };
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') lookNow();
    };
    const onAbort = (): void => end(() => reject(new AuthlyBrowserError('aborted', signal.reason)));

    const options = { signal: over.signal };
    addEventListener('message', onSignal, options);
    addEventListener('focus', lookNow, options);
    addEventListener('pageshow', lookNow, options);
    document.addEventListener('visibilitychange', onVisible, options);
    signal.addEventListener('abort', onAbort, options);
    if (signal.aborted) onAbort();
    else lookNow();
  });
}

/** A session that seems too long or already over means that this clock is wrong. */
function endOf({ expires_at }: CreatedSession): number {
  const expiresAt = Date.parse(expires_at);
  const left = expiresAt - Date.now();
  return left > 0 && left <= SESSION_LIFETIME_MAX_S * 1000 ? expiresAt : Date.now() + SESSION_LIFETIME_DEFAULT_S * 1000;
}

/** Most sessions are final soon after expires_at; one in processing is read until it must have ended and a read is answered. */
function pauseUntilNext(left: number): number {
  const next = left > 0 ? left + MARGIN_MS : left + LAST_LOOK_AFTER_MS;
  return next > 0 ? Math.min(EVERY_MS, next) : EVERY_MS;
}

async function lookOnce<State>(
  read: (signal: AbortSignal) => Promise<State>,
  over: AbortSignal,
): Promise<State | undefined> {
  const looked = new AbortController();
  const stop = (): void => looked.abort();
  const timer = setTimeout(stop, LOOK_TIMEOUT_MS);
  over.addEventListener('abort', stop);
  const stopped = new Promise<undefined>((resolve) =>
    looked.signal.addEventListener('abort', () => resolve(undefined)),
  );
  try {
    // The callback may ignore its signal.
    return await Promise.race([read(looked.signal), stopped]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    over.removeEventListener('abort', stop);
  }
}
