import { AuthlyBrowserError } from './authly-browser-error.ts';
import { openEmptyWindow, type Display } from './open-window.ts';
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
  readonly signal?: AbortSignal;
}

export interface AuthlyFlow<State extends SessionState> {
  /** The final state as your backend told it. Rejects with an AuthlyBrowserError. */
  readonly result: Promise<State>;
  /** True while the browser has refused a window: show a button, and call `open()` in its click. */
  readonly blocked: boolean;
  /** Opens the page again, or for the first time. Call it in a click. False: refused again. */
  open(): boolean;
  /** Closes the window, if it is still there. It does not cancel the session. */
  close(): void;
}

const PENDING = 'authly.pending';

/** Call it inside the click: the window opens at once and is filled when your backend has answered. */
export function startAuthly<State extends SessionState>(options: AuthlyOptions<State>): AuthlyFlow<State> {
  const { display = 'auto', signal = new AbortController().signal } = options;
  let popup = openEmptyWindow(display);
  let session: CreatedSession | undefined;
  let blocked = popup === null && display !== 'same-window';

  const show = (): void => {
    if (session === undefined) return;
    if (display === 'same-window') {
      sessionStorage.setItem(PENDING, JSON.stringify(session));
      location.assign(session.popup_url);
    } else if (popup !== null && !popup.closed) popup.location.replace(session.popup_url);
  };
  const run = async (): Promise<State> => {
    try {
      session = await options.create(signal);
    } catch (cause) {
      popup?.close();
      throw new AuthlyBrowserError(signal.aborted ? 'aborted' : 'create_failed', cause);
    }
    show();
    return waitForFinal({ session, read: options.read, onStatus: options.onStatus, popup: () => popup, signal });
  };

  return {
    result: run(),
    get blocked() {
      return blocked;
    },
    open() {
      popup = popup !== null && !popup.closed ? popup : openEmptyWindow(display);
      blocked = popup === null && display !== 'same-window';
      popup?.focus();
      show();
      return !blocked;
    },
    close: () => popup?.close(),
  };
}

/** After `same-window`: the person is back. Goes on waiting for the session that was left open, if there is one. */
export function resumeAuthly<State extends SessionState>(options: Pick<AuthlyOptions<State>, 'read' | 'onStatus' | 'signal'>): Promise<State> | undefined {
  const pending = sessionStorage.getItem(PENDING);
  if (pending === null) return undefined;
  sessionStorage.removeItem(PENDING);
  return waitForFinal({ session: JSON.parse(pending) as CreatedSession, read: options.read, onStatus: options.onStatus, popup: () => null, signal: options.signal ?? new AbortController().signal });
}
