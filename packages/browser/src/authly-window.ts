import type { CreatedSession } from './session.ts';

/** Where the hosted page opens. */
export type Display = 'auto' | 'popup' | 'tab' | 'same-window';

const SIZE = { width: 440, height: 680 };

/** By pointer, not by width: desktop popups are narrow. */
const isTouchDevice = (): boolean => matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints > 0;

/** Popup blockers refuse a window that opens after a response, so it opens empty inside the click. Null if refused. */
function openEmptyWindow(display: Display): Window | null {
  if (display === 'same-window') return null;
  const tab = display === 'tab' || (display === 'auto' && isTouchDevice());
  const left = Math.round(screenX + (outerWidth - SIZE.width) / 2);
  const top = Math.round(screenY + (outerHeight - SIZE.height) / 2);
  const opened = open(
    'about:blank',
    '_blank',
    tab ? '' : `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`,
  );
  // Some blockers return a window that is already closed.
  return opened?.closed === false ? opened : null;
}

interface WindowOptions {
  readonly display: Display;
  readonly signal: AbortSignal;
  /** Undefined until the backend has answered. */
  readonly session: () => CreatedSession | undefined;
}

/** The window of the hosted page: opened empty inside the click, then filled, and opened again after the user closed it. */
export class AuthlyWindow {
  readonly #options: WindowOptions;
  #popup: Window | null = null;

  constructor(options: WindowOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.close(), { once: true });
  }

  get popup(): Window | null {
    return this.#popup;
  }

  get blocked(): boolean {
    const { display, signal } = this.#options;
    return this.#popup === null && display !== 'same-window' && !signal.aborted;
  }

  openEmpty(): void {
    this.#popup = openEmptyWindow(this.#options.display);
  }

  fill(): void {
    const session = this.#options.session();
    if (session === undefined) return;
    if (this.#options.display === 'same-window') location.assign(session.popup_url);
    else if (this.#isOpen) this.#popup!.location.replace(session.popup_url);
  }

  open(): boolean {
    // An open window keeps its page.
    if (this.#isOpen) this.#popup!.focus();
    else if (!this.#options.signal.aborted) {
      this.openEmpty();
      this.fill();
    }
    return !this.blocked;
  }

  close(): void {
    this.#popup?.close();
  }

  get #isOpen(): boolean {
    return this.#popup?.closed === false;
  }
}
