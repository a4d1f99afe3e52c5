import type { IncomingMessage } from 'node:http';
import { ReaderError, type ReaderErrorCode } from '../errors.ts';
import type { FingerReader } from '../libfprint/usb-reader.ts';
import { AgentError } from './errors.ts';
import type { PairedPages } from './paired-pages.ts';
import { PAIRING_LIFE_MS, type Pairings } from './pairings.ts';

const WAIT_MS = 25_000;
const CAPTURE_WITHIN_MS = 30_000;

/** Shown to the person at the agent. Contains no code, token or biometric data. */
export type AgentEvent =
  | { readonly event: 'pairing_wanted' | 'capture_wanted' | 'captured'; readonly origin: string }
  | { readonly event: 'capture_failed'; readonly origin: string; readonly code: ReaderErrorCode };

export interface CallsOptions {
  readonly reader: FingerReader;
  readonly pages: PairedPages;
  readonly pairings: Pairings;
  readonly onEvent: (event: AgentEvent) => void;
}

interface Call {
  readonly request: IncomingMessage;
  readonly origin: string;
  readonly id: string;
  /** Aborted when the page disconnects or the agent stops. */
  readonly signal: AbortSignal;
}

export class Calls {
  readonly #options: CallsOptions;
  #current: { readonly signal: AbortSignal; readonly ends: Promise<unknown> } | undefined;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  agent({ request, origin }: Call): object {
    return { agent: 'authly-reader', version: 1, paired: this.#isPaired(request, origin) };
  }

  beginPairing({ origin }: Call): object {
    const { id, code, isNews } = this.#options.pairings.begin(origin);
    if (isNews) this.#options.onEvent({ event: 'pairing_wanted', origin });
    return { pairing_id: id, code, expires_in_s: PAIRING_LIFE_MS / 1000 };
  }

  async pairing({ id, origin }: Call): Promise<object> {
    const outcome = await this.#options.pairings.outcome(id, origin, WAIT_MS);
    if (outcome === 'ended') throw new AgentError('pairing_ended');
    return outcome === 'waiting' ? { status: 'waiting' } : { status: 'paired', token: outcome.token };
  }

  /** One capture, for one page at a time. The next one waits until a canceled one has ended. The image is only in the response. */
  async capture({ request, origin, signal }: Call): Promise<object> {
    if (!this.#isPaired(request, origin)) throw new AgentError('not_paired');
    if (this.#current?.signal.aborted) await this.#current.ends;
    if (this.#current) throw new AgentError('reader_busy');
    const taking = this.#take(origin, signal).finally(() => (this.#current = undefined));
    this.#current = { signal, ends: taking.catch(() => undefined) };
    return taking;
  }

  async #take(origin: string, signal: AbortSignal): Promise<object> {
    const { reader, onEvent } = this.#options;
    const onWaiting = (): void => onEvent({ event: 'capture_wanted', origin });
    try {
      const { width, height, dpi, pixels } = await reader.capture({ signal, withinMs: CAPTURE_WITHIN_MS, onWaiting });
      const answer = { width, height, dpi, pixels: Buffer.from(pixels).toString('base64') };
      pixels.fill(0);
      onEvent({ event: 'captured', origin });
      return answer;
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error;
      onEvent({ event: 'capture_failed', origin, code: error.code });
      throw new AgentError(error.code);
    }
  }

  #isPaired({ headers }: IncomingMessage, origin: string): boolean {
    const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1];
    return token !== undefined && this.#options.pages.holds(token, origin);
  }
}
