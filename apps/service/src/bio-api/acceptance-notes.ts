import type { Clock } from '../config/clock.ts';
import type { KeyAcceptance } from '../keys/key-acceptance.ts';
import type { BioCallReport } from './client.ts';

const NOTE_EVERY_MS = 60_000;
/** Far more than merchants and keys together; beyond it some are noted more often than they need be. */
const MAX_REMEMBERED = 100_000;

interface AcceptanceNotesOptions {
  readonly note: (acceptance: KeyAcceptance) => Promise<void>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Writes down which merchant accepts which key, at most once a minute each. A call never waits for it nor fails by it. */
export class AcceptanceNotes {
  readonly #parts: AcceptanceNotesOptions;
  /** When each was noted last, in time that only grows. */
  readonly #noted = new Map<string, number>();

  constructor(parts: AcceptanceNotesOptions) {
    this.#parts = parts;
  }

  take({ merchantId, keyId, signatureHeld }: Pick<BioCallReport, 'merchantId' | 'keyId' | 'signatureHeld'>): void {
    if (!signatureHeld) return;
    const { note, clock, onError } = this.#parts;
    const name = `${keyId} ${merchantId}`;
    const elapsed = clock.elapsed();
    if (elapsed - (this.#noted.get(name) ?? -Infinity) < NOTE_EVERY_MS) return;
    if (this.#noted.size >= MAX_REMEMBERED) this.#noted.clear();
    this.#noted.set(name, elapsed);
    note({ merchantId, keyId, lastAcceptedAt: clock.now() }).catch((error: unknown) => {
      // The next call tries again.
      this.#noted.delete(name);
      onError(error);
    });
  }
}
