import type { Clock } from '../config/clock.ts';
import type { KeyAcceptance } from '../keys/key-record.ts';
import type { BioCallReport } from './client.ts';

const NOTE_EVERY_MS = 60_000;
/** More than merchants times keys. Beyond it some are noted more often than necessary. */
const MAX_REMEMBERED = 100_000;

interface AcceptanceNotesOptions {
  readonly note: (acceptance: KeyAcceptance) => Promise<void>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Stores which merchant accepts which key, at most once a minute for each pair. Runs in the background and never fails a call. */
export class AcceptanceNotes {
  readonly #parts: AcceptanceNotesOptions;
  /** By `clock.elapsed()`. */
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
