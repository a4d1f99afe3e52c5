import type { KeySource } from '../src/keys/key-ring.ts';
import type { KeyRecord } from '../src/keys/key-record.ts';
import { parseMasterKey, type MasterKey } from '../src/config/master-key.ts';
import type { Sealed, SealedKeys } from '../src/keys/rewrap.ts';

/** A master key that differs by its first byte. */
export const masterKeyOf = (byte: number): MasterKey => parseMasterKey(Buffer.alloc(32, byte).toString('base64'))!;

/** An in-memory key store that a test can inspect and disturb. */
export class MemoryKeys implements KeySource, SealedKeys {
  records: KeyRecord[] = [];
  reads = 0;
  /** Runs between a caller's read and its write. */
  beforeReseal: () => void = () => {};
  down = false;

  async list(): Promise<KeyRecord[]> {
    if (this.down) throw new Error('the store is down');
    this.reads++;
    return [...this.records];
  }

  async ofMerchant(): Promise<KeyRecord[]> {
    return [];
  }

  async add(key: KeyRecord): Promise<boolean> {
    if (this.records.some(({ purpose }) => purpose === key.purpose)) return false;
    this.records.push(key);
    return true;
  }

  async allSealed(): Promise<Sealed[]> {
    return this.#living(await this.list()).map(({ id, purpose, sealed }) => ({ keyId: id, purpose, sealed }));
  }

  async reseal(sealed: ReadonlyMap<string, Uint8Array>): Promise<boolean> {
    this.beforeReseal();
    const living = this.#living(this.records);
    if (living.length !== sealed.size || living.some(({ id }) => !sealed.has(id))) return false;
    this.records = this.records.map((record) => ({ ...record, sealed: sealed.get(record.id) ?? record.sealed }));
    return true;
  }

  async noteUse(id: string, at: number): Promise<void> {
    this.records = this.records.map((record) => (record.id === id ? { ...record, lastUsedAt: at } : record));
  }

  remove(id: string, removedAt: number): void {
    const gone = { removedAt, sealed: new Uint8Array(0) };
    this.records = this.records.map((record) => (record.id === id ? { ...record, ...gone } : record));
  }

  #living(records: readonly KeyRecord[]): KeyRecord[] {
    return records.filter(({ sealed }) => sealed.length > 0);
  }
}
