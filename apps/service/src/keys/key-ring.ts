import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { SigningKeysResponse } from '@authly/contract/signing-keys';
import { SERVICE, type Act } from '../audit/act.ts';
import { CLOCK_TOLERANCE_MS, type Clock } from '../clock.ts';
import type { Environment } from '../environment.ts';
import type { Instant } from '../session/session.ts';
import { KEY_PURPOSES, type KeyPurpose, type KeyRecord } from './key-record.ts';
import { timetableAt, type KeyStanding, type Timetable } from './key-status.ts';
import type { MasterKey } from './master-key.ts';
import { newKey } from './new-key.ts';
import { unseal } from './seal.ts';

/** What the key ring needs of the store. */
export interface KeySource {
  list(): Promise<KeyRecord[]>;
  addFirst(key: KeyRecord, act: Act): Promise<KeyRecord[]>;
}

/** A rotation by an operator reaches every process within this time. */
const REREAD_MS = 1000;

interface SigningKeyPair {
  readonly id: string;
  readonly privateKey: KeyObject;
}

const firstKey = ({ id, purpose }: KeyRecord, at: Instant): Act => ({
  at,
  actor: SERVICE,
  action: 'keys.first',
  subject: id,
  detail: { purpose },
});

/** The keys of this environment as they stand now. Private parts are opened when they are first used, and held in memory only. */
export class KeyRing {
  readonly #source: KeySource;
  readonly #master: MasterKey;
  readonly #environment: Environment;
  readonly #clock: Clock;
  readonly #opened = new Map<string, Buffer>();
  readonly #keyObjects = new Map<string, KeyObject>();
  /** How the keys of a purpose stand, until that changes by time or by a new reading. */
  readonly #timetables = new Map<KeyPurpose, Timetable>();
  #records: readonly KeyRecord[] = [];
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor({
    source,
    master,
    environment,
    clock,
  }: { source: KeySource; master: MasterKey; environment: Environment; clock: Clock }) {
    this.#source = source;
    this.#master = master;
    this.#environment = environment;
    this.#clock = clock;
  }

  /** Makes the first key of each purpose where there is none, and proves that the master key opens what is there. */
  async prepare(): Promise<void> {
    const now = this.#clock.now();
    const present = new Set((await this.#source.list()).map(({ purpose }) => purpose));
    for (const purpose of KEY_PURPOSES) {
      if (present.has(purpose)) continue;
      // Good from the beginning of time: this clock may be ahead, and is corrected later.
      const key = newKey({ purpose, environment: this.#environment, master: this.#master, now, activatesAt: 0 });
      await this.#source.addFirst(key, firstKey(key, now));
    }
    await this.#read();
    for (const purpose of KEY_PURPOSES) {
      this.#active(purpose);
      // Announced ones too: at their switch it would be too late to find out.
      for (const { key, status } of this.#standings(purpose)) if (status !== 'removed') this.#open(key);
    }
  }

  /** The list that merchants verify signatures with. */
  async published(): Promise<SigningKeysResponse> {
    await this.#upToDate();
    const keys = this.#standings('bio-signing')
      .filter(({ status }) => status === 'active' || status === 'retiring')
      .sort((a, b) => b.switchAt - a.switchAt)
      .map(({ key, status }) => ({
        key_id: key.id,
        algorithm: 'ed25519' as const,
        public_key_base64: key.publicKey!,
        status: status as 'active' | 'retiring',
      }));
    return { keys };
  }

  /** The key that signs now. */
  async signer(purpose: 'bio-signing' | 'access-token' | 'audit-head'): Promise<SigningKeyPair> {
    await this.#upToDate();
    const { key } = this.#active(purpose);
    return {
      id: key.id,
      privateKey: this.#keyObject(`private ${key.id}`, () =>
        createPrivateKey({ key: this.#open(key), format: 'der', type: 'pkcs8' }),
      ),
    };
  }

  /** The public key that verifies tokens of this key id, if it may still be trusted. */
  async verifier(keyId: string): Promise<KeyObject | undefined> {
    await this.#upToDate();
    const key = this.#standings('access-token').find(
      (standing) => standing.key.id === keyId && this.#mayHaveSigned(standing),
    )?.key;
    return (
      key &&
      this.#keyObject(`public ${key.id}`, () =>
        createPublicKey({ key: Buffer.from(key.publicKey!, 'base64'), format: 'der', type: 'spki' }),
      )
    );
  }

  /** The secret that hosted tokens are derived from: the one in force at a session's creation, so that a replay derives the same token. */
  async hostedSecret(at: Instant): Promise<Buffer> {
    await this.#upToDate();
    const inForce = this.#standings('hosted-token')
      .filter(({ status, switchAt }) => status !== 'removed' && switchAt <= Math.max(at, 0))
      .sort((a, b) => b.switchAt - a.switchAt)[0];
    const { key } = inForce ?? this.#active('hosted-token');
    return this.#open(key);
  }

  /** Rejects where something could not be signed. */
  async check(): Promise<void> {
    await this.#upToDate();
    for (const purpose of KEY_PURPOSES) this.#active(purpose);
  }

  /** At a switch another process may sign with the new key a little earlier, by its own clock. */
  #mayHaveSigned({ status, switchAt }: KeyStanding): boolean {
    if (status === 'announced') return switchAt <= this.#clock.now() + CLOCK_TOLERANCE_MS;
    return status === 'active' || status === 'retiring';
  }

  #active(purpose: KeyPurpose): KeyStanding {
    const found = this.#standings(purpose).find(({ status }) => status === 'active');
    if (!found) throw new Error(`there is no active ${purpose} key`);
    return found;
  }

  #standings(purpose: KeyPurpose): readonly KeyStanding[] {
    const now = this.#clock.now();
    const known = this.#timetables.get(purpose);
    if (known !== undefined && known.from <= now && now < known.until) return known.standings;
    const timetable = timetableAt(
      this.#records.filter((record) => record.purpose === purpose),
      now,
    );
    this.#timetables.set(purpose, timetable);
    return timetable.standings;
  }

  /** Nothing to wait for while the last reading is fresh, which is nearly always. */
  #upToDate(): Promise<void> | undefined {
    if (this.#clock.elapsed() - this.#readAt < REREAD_MS) return undefined;
    return (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
  }

  async #read(): Promise<void> {
    const readAt = this.#clock.elapsed();
    this.#records = await this.#source.list();
    this.#timetables.clear();
    this.#readAt = readAt;
  }

  #open(key: KeyRecord): Buffer {
    let plain = this.#opened.get(key.id);
    if (plain === undefined) {
      plain = unseal(this.#master, { environment: this.#environment, purpose: key.purpose, keyId: key.id }, key.sealed);
      this.#opened.set(key.id, plain);
    }
    return plain;
  }

  #keyObject(name: string, make: () => KeyObject): KeyObject {
    let made = this.#keyObjects.get(name);
    if (made === undefined) this.#keyObjects.set(name, (made = make()));
    return made;
  }
}
