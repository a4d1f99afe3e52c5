import { AuthlyBrowserError } from './authly-browser-error.ts';
import { AuthlyWindow, type Display } from './authly-window.ts';
import { type CreatedSession, forgetPending, keepPending, pending, type SessionState } from './session.ts';
import { waitForFinal } from './wait.ts';

/** Options of `startAuthly`. */
export interface AuthlyOptions<State extends SessionState> {
  /** Asks your backend to create a session. */
  readonly create: (signal: AbortSignal) => Promise<CreatedSession>;
  /** Asks your backend for the status. Your backend reads the result endpoint, the only proof. `null` ends the wait: the user is signed out, or the session is not theirs. */
  readonly read: (sessionId: string, signal: AbortSignal) => Promise<State | null>;
  /** `auto`: a popup on a desktop, a new screen on a phone. */
  readonly display?: Display | undefined;
  /** Called at each new status. */
  readonly onStatus?: ((state: State) => void) | undefined;
  /** The user closed the window before the end. They may continue in the app: offer `open()`, and a way to cancel. */
  readonly onClosed?: (() => void) | undefined;
  /** Ends the wait and closes the window. The session goes on: your backend can cancel it, and after an aborted `resumeAuthly` the next one continues. */
  readonly signal?: AbortSignal | undefined;
}

/** A running flow. */
export interface AuthlyFlow<State extends SessionState> {
  /** The final state from your backend. Rejects with an AuthlyBrowserError. */
  readonly result: Promise<State>;
  /** True while the browser refuses a window: show a button, and call `open()` in its click. */
  readonly blocked: boolean;
  /** Brings the window to the front or opens it again. Call it in a click. False: the browser refused it again. */
  open(): boolean;
  /** Closes the window. It does not cancel the session. */
  close(): void;
}

/** A promise of the final state, with ways to reopen the page and to cancel. */
export interface ResumedAuthly<State extends SessionState> extends Promise<State> {
  /** Your backend needs it to cancel. */
  readonly session_id: string;
  /** Opens the hosted page again: the old window is out of reach after a reload. Call it in a click. False: refused. */
  open(): boolean;
}

/** Starts a flow. Call it inside the click: the window opens at once and is filled when your backend has answered. */
export function startAuthly<State extends SessionState>(options: AuthlyOptions<State>): AuthlyFlow<State> {
  const { display = 'auto', signal = new AbortController().signal } = options;
  let session: CreatedSession | undefined;
  const window = new AuthlyWindow({ display, signal, session: () => session });
  if (!signal.aborted) window.openEmpty();
  // A page that is left before the backend answers never fills the window.
  const onLeave = (): void => {
    if (session === undefined) window.close();
  };

  const run = async (): Promise<State> => {
    addEventListener('pagehide', onLeave, { once: true });
    try {
      if (!signal.aborted) session = asSession(await options.create(signal));
    } catch (cause) {
      window.close();
      if (!signal.aborted) throw new AuthlyBrowserError('create_failed', cause);
    }
    if (session === undefined || signal.aborted) throw new AuthlyBrowserError('aborted', signal.reason);
    keepPending(session);
    window.fill();
    const { session_id } = session;
    return waitFor(session, options, window).finally(() => forgetPending(session_id));
  };

  return {
    result: run(),
    get blocked() {
      return window.blocked;
    },
    open: () => window.open(),
    close: () => window.close(),
  };
}

/** Call it when your page loads. It continues the session that was open when the page was left or reloaded, if there is one. */
export function resumeAuthly<State extends SessionState>(
  options: Pick<AuthlyOptions<State>, 'read' | 'onStatus' | 'onClosed' | 'signal' | 'display'>,
): ResumedAuthly<State> | undefined {
  const session = pending();
  if (session === undefined) return undefined;
  const { display = 'auto', signal = new AbortController().signal } = options;
  const window = new AuthlyWindow({ display, signal, session: () => session });
  // A component that is unmounted aborts. The next one continues.
  const result = waitFor(session, options, window).finally(() => signal.aborted || forgetPending(session.session_id));
  return Object.assign(result, {
    session_id: session.session_id,
    open: () => window.open(),
  });
}

const waitFor = async <State extends SessionState>(
  session: CreatedSession,
  { signal = new AbortController().signal, ...options }: Omit<AuthlyOptions<State>, 'create' | 'display'>,
  window: AuthlyWindow,
): Promise<State> => waitForFinal({ ...options, session, popup: () => window.popup, signal });

/** `create` may have passed on a backend's refusal. */
function asSession(created: CreatedSession | null | undefined): CreatedSession {
  if (created && /^https?:/.test(created.popup_url)) return created;
  throw new TypeError('create returned no session with a popup_url.');
}
