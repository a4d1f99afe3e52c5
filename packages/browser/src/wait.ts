import { COMPLETION_SIGNAL, type CompletionSignal } from '@authly/contract/hosted/completion-signal';
import { AuthlyBrowserError } from './authly-browser-error.ts';
import { isFinal, type CreatedSession, type SessionState } from './session.ts';

const EVERY_MS = 3000;
/** An outcome may follow expires_at by the time that processing may take: one last look then. */
const PROCESSING_TAIL_MS = 25_000;

export interface Waiting<State extends SessionState> {
  readonly session: CreatedSession;
  readonly read: (sessionId: string, signal: AbortSignal) => Promise<State>;
  readonly onStatus?: ((state: State) => void) | undefined;
  /** The window that may signal; a signal of any other is nobody's. */
  readonly popup: () => Window | null;
  readonly signal: AbortSignal;
}

/**
 * Looks every 3 s, and at once when the page signals or the person comes back. A failed look is tried again with the next one. A
 * closed window means nothing: the person may have gone on in the app.
 */
export function waitForFinal<State extends SessionState>({ session, read, onStatus, popup, signal }: Waiting<State>): Promise<State> {
  const expiresAt = Date.parse(session.expires_at);
  const origin = new URL(session.popup_url).origin;
  const over = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<State>();
  let looking = false;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = '';

  const end = (settle: () => void): void => {
    clearTimeout(timer);
    over.abort();
    settle();
  };
  const look = async (): Promise<void> => {
    // One look at a time; what asks in the meantime is answered by one more.
    if (looking) return void (again = true);
    looking = true;
    clearTimeout(timer);
    const last = Date.now() >= expiresAt + PROCESSING_TAIL_MS;
    const state = await read(session.session_id, over.signal).catch(() => undefined);
    looking = false;
    if (over.signal.aborted) return;
    if (state !== undefined && state.status !== seen) {
      seen = state.status;
      onStatus?.(state);
    }
    if (state !== undefined && isFinal(state)) return end(() => resolve(state));
    if (last) return end(() => reject(new AuthlyBrowserError('timed_out')));
    timer = setTimeout(() => void look(), again ? 0 : pause());
    again = false;
  };
  /** After expires_at only the last look is left. */
  const pause = (): number => {
    const left = expiresAt - Date.now();
    return left > 0 ? Math.min(EVERY_MS, left) : Math.max(0, left + PROCESSING_TAIL_MS);
  };
  const onSignal = (event: MessageEvent<Partial<CompletionSignal> | null>): void => {
    const { origin: from, source, data } = event;
    if (from === origin && source !== null && source === popup() && data?.type === COMPLETION_SIGNAL && data.session_id === session.session_id) void look();
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') void look();
  };

  const options = { signal: over.signal };
  addEventListener('message', onSignal, options);
  addEventListener('focus', () => void look(), options);
  addEventListener('pageshow', () => void look(), options);
  document.addEventListener('visibilitychange', onVisible, options);
  signal.addEventListener('abort', () => end(() => reject(new AuthlyBrowserError('aborted', signal.reason))), options);
  if (signal.aborted) end(() => reject(new AuthlyBrowserError('aborted', signal.reason)));
  else void look();
  return promise;
}
