import type { Clock } from '../runtime/clock.ts';
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

type Acceptance = Pick<BioCallReport, 'merchantId' | 'keyId' | 'signatureHeld'>;

/** Stores which merchant accepts which key, at most once a minute for each pair. Runs in the background and never fails a call. */
export function acceptanceNotes({ note, clock, onError }: AcceptanceNotesOptions) {
  /** The value is a time of `clock.elapsed()`. */
  const noted = new Map<string, number>();
  return ({ merchantId, keyId, signatureHeld }: Acceptance): void => {
    if (!signatureHeld) return;
    const name = `${keyId} ${merchantId}`;
    const elapsed = clock.elapsed();
    if (elapsed - (noted.get(name) ?? -Infinity) < NOTE_EVERY_MS) return;
    if (noted.size >= MAX_REMEMBERED) noted.clear();
    noted.set(name, elapsed);
    note({ merchantId, keyId, lastAcceptedAt: clock.now() }).catch((error: unknown) => {
      // The next call tries again.
      noted.delete(name);
      onError(error);
    });
  };
}
