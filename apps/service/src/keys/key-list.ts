import type { StoredPurpose } from '../config/key-purposes.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Instant } from '../session/session.ts';
import type { KeyRecord } from './key-record.ts';
import { keysAt, type KeyStanding } from './key-status.ts';

interface KeyListOptions {
  readonly source: { list(): Promise<KeyRecord[]> };
  readonly clock: Clock;
  readonly onDestroyed: (keyId: string) => void;
}

/** Every process sees a rotation within this time, and at most within the other one while a read hangs. */
const REREAD_MS = 1000;
const OLDEST_MS = 3000;

/** The keys of the store, and the status of each at this time. */
export class KeyList {
  readonly #options: KeyListOptions;
  #records: readonly KeyRecord[] = [];
  #readAt = -Infinity;
  #askedAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(options: KeyListOptions) {
    this.#options = options;
  }

  async upToDate(): Promise<void> {
    const elapsed = this.#options.clock.elapsed();
    if (elapsed - this.#readAt < REREAD_MS) return;
    if (elapsed - this.#askedAt >= REREAD_MS) {
      this.#askedAt = elapsed;
      await (this.#reading = this.read());
    } else if (elapsed - this.#readAt >= OLDEST_MS) await this.#reading;
  }

  async read(): Promise<void> {
    const { source, clock, onDestroyed } = this.#options;
    const readAt = clock.elapsed();
    const records = await source.list().catch((error: unknown) => {
      this.#askedAt = -Infinity;
      throw error;
    });
    if (readAt < this.#readAt) return;
    this.#records = records;
    this.#readAt = readAt;
    for (const { id, sealed } of records) if (sealed.length === 0) onDestroyed(id);
  }

  of(purpose: StoredPurpose): KeyStanding[] {
    const records = this.#records.filter((record) => record.purpose === purpose);
    return keysAt(records, this.#options.clock.now());
  }

  active(purpose: StoredPurpose): KeyRecord {
    const found = this.of(purpose).find(({ status }) => status === 'active');
    if (!found) throw new Error(`there is no active ${purpose} key`);
    return found.key;
  }

  /** The key that was active at this time. */
  inForce(purpose: StoredPurpose, at: Instant): KeyRecord {
    const inForce = this.of(purpose)
      .filter(({ status, switchAt }) => status !== 'removed' && switchAt <= Math.max(at, 0))
      .sort((a, b) => b.switchAt - a.switchAt)[0];
    return inForce?.key ?? this.active(purpose);
  }
}
