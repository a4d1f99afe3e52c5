import { createHmac, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { SigningKeysResponse } from '@authly/contract/operations/list-signing-keys';
import { SEAL_VERSION } from '@authly/contract/wire/sealing';
import type { Mode } from '@authly/contract/wire/states';
import { SERVICE, type NewAuditEntry } from '../audit/entry.ts';
import { CLOCK_TOLERANCE_MS, type Clock } from '../runtime/clock.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Instant, Session } from '../session/session.ts';
import { KEY_PURPOSES, type KeyPurpose, type SigningPurpose } from '../config/key-purposes.ts';
import type { KeyChange, KeyRecord } from './key-record.ts';
import { SigningUnavailableError, storedSigner, type KeySigner } from './key-signer.ts';
import { keysAt, type KeyStanding } from './key-status.ts';
import type { MasterKey } from '../config/master-key.ts';
import { newKey } from './new-key.ts';
import { accountsKey, unseal } from './seal.ts';
import { storedSealingKey, tokenSealingKey, type Mark, type SealingKey } from './sealing-key.ts';
import { makeAndKeep, noToken, readTokenReference, tokenSigner, type SigningToken } from './signing-token.ts';

export interface KeySource {
  list(): Promise<KeyRecord[]>;
  add(key: KeyRecord, entry: NewAuditEntry, change: KeyChange): Promise<boolean>;
  noteUse(id: string, at: Instant): Promise<void>;
}

interface KeyRingOptions {
  readonly source: KeySource;
  readonly master: MasterKey;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly token?: SigningToken | undefined;
}

/** Every process sees a rotation within this time, and at most within the other one while a read hangs. */
const REREAD_MS = 1000;
const OLDEST_MS = 3000;
/** Operators need days, not minutes, to decide whether a sealing key is still used. */
const NOTE_USE_EVERY_MS = 60 * 60_000;

const firstKey = ({ id, purpose }: KeyRecord, at: Instant): NewAuditEntry => ({
  at,
  actor: SERVICE,
  action: 'keys.first',
  subject: id,
  detail: { purpose },
});

/** Private keys are decrypted at first use, and only in memory. */
export class KeyRing {
  readonly #options: KeyRingOptions;
  readonly #accountsKey: KeyObject;
  readonly #opened = new Map<string, Buffer>();
  readonly #signers = new Map<string, KeySigner>();
  readonly #sealingKeys = new Map<string, SealingKey>();
  readonly #publicKeys = new Map<string, KeyObject>();
  readonly #secrets = new Map<string, KeyObject>();
  readonly #usesNoted = new Map<string, number>();
  #records: readonly KeyRecord[] = [];
  #readAt = -Infinity;
  #askedAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(options: KeyRingOptions) {
    this.#options = options;
    this.#accountsKey = accountsKey(options.master);
  }

  /** Creates the first key of each purpose, and checks that the master key decrypts the existing ones. */
  async prepare(): Promise<void> {
    const { source, master, environment, clock, token } = this.#options;
    const now = clock.now();
    await this.#read();
    // First, so that a wrong master key creates nothing.
    this.#requireReach();
    const present = new Set(this.#records.map(({ purpose }) => purpose));
    for (const purpose of KEY_PURPOSES) {
      if (present.has(purpose)) continue;
      const of = { purpose, environment, now };
      await makeAndKeep(
        token,
        of,
        // Active from time 0, because this clock may be ahead and be corrected later.
        (made) => ({ added: newKey({ ...of, master, activatesAt: 0, made }) }),
        // Only if the purpose has no key, so that two starting processes agree on one.
        ({ added }) => source.add(added, firstKey(added, now), { seen: [] }),
      );
    }
    await this.#read();
    for (const purpose of KEY_PURPOSES) this.#active(purpose);
    this.#requireReach();
  }

  async published(): Promise<SigningKeysResponse> {
    await this.upToDate();
    const keys = this.#standings('bio-signing')
      .filter((standing) => this.#mayHaveSigned(standing))
      .toReversed()
      .map(({ key }, i) => ({
        key_id: key.id,
        algorithm: 'ed25519' as const,
        public_key_base64: key.publicKey!,
        status: i === 0 ? ('active' as const) : ('retiring' as const),
      }));
    return { keys };
  }

  async signer(purpose: SigningPurpose): Promise<KeySigner> {
    await this.upToDate();
    const { key } = this.#active(purpose);
    return remembered(this.#signers, key.id, () => {
      const opened = this.#open(key);
      const reference = readTokenReference(opened);
      return reference === undefined ? storedSigner(key.id, opened) : tokenSigner(this.#options.token, reference);
    });
  }

  /** Undefined if tokens of this key are no longer valid. */
  async verifier(keyId: string): Promise<KeyObject | undefined> {
    await this.upToDate();
    const key = this.#standings('access-token').find(
      (standing) => standing.key.id === keyId && this.#mayHaveSigned(standing),
    )?.key;
    return key && this.#publicKey(key);
  }

  /** The secret that was active at the session's creation, so that a replay derives the same token. */
  async hostedSecret(at: Instant): Promise<KeyObject> {
    await this.upToDate();
    const key = this.#inForce('hosted-token', at);
    return remembered(this.#secrets, key.id, () => createSecretKey(this.#open(key)));
  }

  /** The key that was active at the join, so that a repeated claim gets the same response. */
  async captureSeal(session: Session): Promise<ClaimSeal> {
    await this.upToDate();
    const key = this.#sealingKey(this.#inForce('capture-sealing', session.join?.at ?? session.createdAt));
    const context = key.contextOf(this.#options.environment, session.mode, session);
    return { version: SEAL_VERSION, key_id: key.id, public_key: key.publicKey, context };
  }

  /** Names merchant and user to the app, which learns neither. */
  deviceAccount({ merchantId, merchantUserRef }: Session): string {
    const { environment } = this.#options;
    const account = JSON.stringify([environment, merchantId, merchantUserRef]);
    const digest = createHmac('sha256', this.#accountsKey).update(account).digest();
    return digest.subarray(0, 16).toString('base64url');
  }

  /** Undefined for a withdrawn key. */
  async captureKey(
    keyId: string,
    session: Session,
    use: Mode,
  ): Promise<({ readonly context: string; mark: Mark } & Pick<SealingKey, 'open'>) | undefined> {
    await this.upToDate();
    const found = this.#standings('capture-sealing').find(
      ({ key, status }) => key.id === keyId && status !== 'removed',
    );
    if (found === undefined) return undefined;
    const { open, contextOf, mark } = this.#sealingKey(found.key);
    const context = contextOf(this.#options.environment, use, session);
    return {
      context,
      mark: (...accepted) => mark(context, ...accepted),
      open: async (...sealed) => {
        const opened = await open(...sealed);
        if (opened !== undefined && session.mode !== use) this.#noteUse(keyId);
        return opened;
      },
    };
  }

  /** Runs in the background. If it fails, the next use is noted. */
  #noteUse(keyId: string): void {
    const { source, clock } = this.#options;
    const elapsed = clock.elapsed();
    if (elapsed - (this.#usesNoted.get(keyId) ?? -Infinity) < NOTE_USE_EVERY_MS) return;
    this.#usesNoted.set(keyId, elapsed);
    source.noteUse(keyId, clock.now()).catch(() => this.#usesNoted.delete(keyId));
  }

  async upToDate(): Promise<void> {
    const elapsed = this.#options.clock.elapsed();
    if (elapsed - this.#readAt < REREAD_MS) return;
    if (elapsed - this.#askedAt >= REREAD_MS) {
      this.#askedAt = elapsed;
      await (this.#reading = this.#read());
    } else if (elapsed - this.#readAt >= OLDEST_MS) await this.#reading;
  }

  /** Checks the keys that were read last. */
  async check(purposes: readonly KeyPurpose[] = KEY_PURPOSES): Promise<void> {
    const keys = purposes.map((purpose) => this.#active(purpose).key);
    const inToken = keys.filter((key) => readTokenReference(this.#open(key)) !== undefined).map(({ id }) => id);
    if (inToken.length > 0) await this.#options.token?.checkKeys(inToken);
  }

  /** Announced keys too: at their switch an error would be too late. */
  #requireReach(): void {
    for (const { key, status } of KEY_PURPOSES.flatMap((purpose) => this.#standings(purpose))) {
      if (status === 'removed') continue;
      const isInToken = readTokenReference(this.#open(key)) !== undefined;
      const isNeeded = status !== 'retiring' || key.purpose === 'capture-sealing';
      if (isInToken && this.#options.token === undefined && isNeeded)
        throw new SigningUnavailableError(noToken(key.id));
    }
  }

  /** Another process's clock may reach the switch slightly earlier. */
  #mayHaveSigned({ status, switchAt }: KeyStanding): boolean {
    if (status === 'announced') return switchAt <= this.#options.clock.now() + CLOCK_TOLERANCE_MS;
    return status === 'active' || status === 'retiring';
  }

  #inForce(purpose: KeyPurpose, at: Instant): KeyRecord {
    const inForce = this.#standings(purpose)
      .filter(({ status, switchAt }) => status !== 'removed' && switchAt <= Math.max(at, 0))
      .sort((a, b) => b.switchAt - a.switchAt)[0];
    return (inForce ?? this.#active(purpose)).key;
  }

  #sealingKey(key: KeyRecord): SealingKey {
    return remembered(this.#sealingKeys, key.id, () => {
      const opened = this.#open(key);
      const reference = readTokenReference(opened);
      return reference === undefined
        ? storedSealingKey(key.id, opened)
        : tokenSealingKey(this.#options.token, reference);
    });
  }

  #active(purpose: KeyPurpose): KeyStanding {
    const found = this.#standings(purpose).find(({ status }) => status === 'active');
    if (!found) throw new Error(`there is no active ${purpose} key`);
    return found;
  }

  #standings(purpose: KeyPurpose): KeyStanding[] {
    return keysAt(
      this.#records.filter((record) => record.purpose === purpose),
      this.#options.clock.now(),
    );
  }

  async #read(): Promise<void> {
    const readAt = this.#options.clock.elapsed();
    const records = await this.#options.source.list().catch((error: unknown) => {
      this.#askedAt = -Infinity;
      throw error;
    });
    if (readAt < this.#readAt) return;
    this.#records = records;
    this.#readAt = readAt;
    for (const { id, sealed } of this.#records) if (sealed.length === 0) this.#forget(id);
  }

  /** A destroyed key leaves memory as well. */
  #forget(id: string): void {
    this.#opened.get(id)?.fill(0);
    for (const known of [this.#opened, this.#signers, this.#sealingKeys, this.#publicKeys, this.#secrets])
      known.delete(id);
  }

  #open({ id, purpose, sealed }: KeyRecord): Buffer {
    const { master, environment } = this.#options;
    return remembered(this.#opened, id, () => unseal(master, { environment, purpose, keyId: id }, sealed));
  }

  #publicKey({ id, publicKey }: KeyRecord): KeyObject {
    return remembered(this.#publicKeys, id, () =>
      createPublicKey({ key: Buffer.from(publicKey!, 'base64'), format: 'der', type: 'spki' }),
    );
  }
}

function remembered<T>(known: Map<string, T>, id: string, make: () => T): T {
  const value = known.get(id) ?? make();
  known.set(id, value);
  return value;
}
