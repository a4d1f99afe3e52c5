import { AuthlyBrowserError } from './authly-browser-error.ts';
import { openEmptyWindow, type Display } from './open-window.ts';
import { forgetPending, keepPending, pending } from './pending.ts';
import type { CreatedSession, SessionState } from './session.ts';
import { waitForFinal } from './wait.ts';

export interface AuthlyOptions<State extends SessionState> {
  /** Asks your backend to create a session. */
  readonly create: (signal: AbortSignal) => Promise<CreatedSession>;
  /** Asks your backend how it stands; your backend asks the result endpoint, the only proof. */
  readonly read: (sessionId: string, signal: AbortSignal) => Promise<State>;
  /** `auto`: a popup on a desk, a new screen on a phone. */
  readonly display?: Display;
  /** At each new status. */
  readonly onStatus?: (state: State) => void;
  /** Ends the waiting and closes the window. The session itself goes on: canceling is your backend's to ask for. */
  readonly signal?: AbortSignal;
}

export interface AuthlyFlow<State extends SessionState> {
  /** The final state as your backend reported it. Rejects with an AuthlyBrowserError. */
  readonly result: Promise<State>;
  /** True while the browser has refused a window: show a button, and call `open()` in its click. */
  readonly blocked: boolean;
  /** Brings the window to the front, or opens one anew. Call it in a click. False: refused again. */
  open(): boolean;
  /** Closes the window, if it is still there. It does not cancel the session. */
  close(): void;
}

/** Call it inside the click: the window opens at once and is filled when your backend has answered. */
export function startAuthly<State extends SessionState>(options: AuthlyOptions<State>): AuthlyFlow<State> {
  const { display = 'auto', signal = new AbortController().signal } = options;
  let popup = signal.aborted ? null : openEmptyWindow(display);
  let session: CreatedSession | undefined;
  const isOpen = (): boolean => popup?.closed === false;
  const isBlocked = (): boolean => popup === null && display !== 'same-window' && !signal.aborted;
  const close = (): void => popup?.close();
  // A page that is left before its backend answered never fills the window.
  const onLeave = (): void => {
    if (session === undefined) close();
  };

  const fill = (): void => {
    if (session === undefined) return;
    if (display === 'same-window') location.assign(session.popup_url);
    else if (isOpen()) popup!.location.replace(session.popup_url);
  };
  const run = async (): Promise<State> => {
    signal.addEventListener('abort', close, { once: true });
    addEventListener('pagehide', onLeave, { once: true });
    try {
      if (!signal.aborted) session = await options.create(signal);
    } catch (cause) {
      close();
      if (!signal.aborted) throw new AuthlyBrowserError('create_failed', cause);
    }
    if (session === undefined || signal.aborted) throw new AuthlyBrowserError('aborted', signal.reason);
    keepPending(session);
    fill();
    return waitFor(session, options, () => popup);
  };

  return {
    result: run(),
    get blocked() {
      return isBlocked();
    },
    open() {
      // One that is there keeps what it shows.
      if (isOpen()) popup!.focus();
      else if (!signal.aborted) {
        popup = openEmptyWindow(display);
        fill();
      }
      return !isBlocked();
    },
    close,
  };
}

/** Call it when your page loads: goes on waiting for the session that was open when the page was left or reloaded, if there is one. */
export function resumeAuthly<State extends SessionState>(
  options: Pick<AuthlyOptions<State>, 'read' | 'onStatus' | 'signal'>,
): Promise<State> | undefined {
  const session = pending();
  return session && waitFor(session, options, () => null);
}

async function waitFor<State extends SessionState>(
  session: CreatedSession,
  { read, onStatus, signal }: Pick<AuthlyOptions<State>, 'read' | 'onStatus' | 'signal'>,
  popup: () => Window | null,
): Promise<State> {
  try {
    return await waitForFinal({ session, read, onStatus, popup, signal: signal ?? new AbortController().signal });
  } finally {
    forgetPending(session);
  }
}
