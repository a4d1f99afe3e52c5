import { createSecretKey, type ECDH, type KeyObject } from 'node:crypto';
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import type { SigningKeysResponse } from '@authly/contract/operations/list-signing-keys';
import { SEAL_VERSION } from '@authly/contract/wire/sealing';
import type { Mode } from '@authly/contract/wire/states';
import type { NewAuditEntry } from '../audit/entry.ts';
import { CLOCK_TOLERANCE_MS, type Clock } from '../runtime/clock.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Instant, Session } from '../session/session.ts';
import { STORED_PURPOSES, type SigningPurpose, type StoredPurpose } from '../config/key-purposes.ts';
import type { MasterKey } from '../config/master-key.ts';
import { createFirstKeys } from './first-keys.ts';
import { derivedKeyPair } from './hpke.ts';
import { KeyList } from './key-list.ts';
import type { KeyChange, KeyRecord } from './key-record.ts';
import { SigningUnavailableError, type KeySigner } from './key-signer.ts';
import type { KeyStanding } from './key-status.ts';
import { OpenedKey } from './opened-key.ts';
import { sealedId, unseal } from './seal.ts';
import { derivedSecret, storedSealingKey, type SealingKey } from './sealing-key.ts';
import { noToken, type SigningToken } from './signing-token.ts';

export interface KeySource {
  list(): Promise<KeyRecord[]>;
  add(key: KeyRecord, entry: NewAuditEntry, change: KeyChange): Promise<boolean>;
  ofMerchant(merchantId: string): Promise<KeyRecord[]>;
  noteUse(id: string, at: Instant, merchantId?: string): Promise<void>;
}

interface KeyRingOptions {
  readonly source: KeySource;
  readonly master: MasterKey;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly token?: SigningToken | undefined;
}

/** A sealing key for one use: an enrollment of one user, or a probe of one session. */
export interface CaptureKey {
  readonly key: SealingKey;
  readonly context: string;
}

/** A key as another cell gets it. */
export interface MovingKey extends Pick<KeyStanding, 'key' | 'status'> {
  readonly secret: Buffer;
}

/** Operators need days, not minutes, to decide whether a sealing key is still used. */
const NOTE_USE_EVERY_MS = 60 * 60_000;

/** Private keys are decrypted at first use, and only in memory. */
export class KeyRing {
  readonly #options: KeyRingOptions;
  readonly #keys: KeyList;
  readonly #opened = new Map<string, OpenedKey>();
  readonly #usesNoted = new Map<string, number>();

  constructor(options: KeyRingOptions) {
    this.#options = options;
    this.#keys = new KeyList({ ...options, onDestroyed: (id) => this.#forget(id) });
  }

  /** Creates the first key of each purpose, and checks that the master key decrypts the existing ones. */
  async prepare(): Promise<void> {
    const now = this.#options.clock.now();
    await this.#keys.read();
    // First, so that a wrong master key creates nothing.
    this.#requireReach();
    await createFirstKeys({ ...this.#options, now }, (purpose) => this.#keys.of(purpose).length > 0);
    await this.#keys.read();
    for (const purpose of STORED_PURPOSES) this.#keys.active(purpose);
    this.#requireReach();
  }

  async published(): Promise<SigningKeysResponse> {
    await this.#keys.upToDate();
    const keys = this.#keys
      .of('bio-signing')
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
    await this.#keys.upToDate();
    return this.#open(this.#keys.active(purpose)).signer;
  }

  /** Returns undefined if tokens of this key are no longer valid. */
  async verifier(keyId: string): Promise<KeyObject | undefined> {
    await this.#keys.upToDate();
    const found = this.#keys.of('access-token').find(({ key }) => key.id === keyId);
    return found && this.#mayHaveSigned(found) ? this.#open(found.key).publicKey : undefined;
  }

  /** The secret that was active at the session's creation, so that a replay derives the same token. */
  async hostedSecret(at: Instant): Promise<KeyObject> {
    await this.#keys.upToDate();
    return this.#open(this.#keys.inForce('hosted-token', at)).secret;
  }

  /** A secret that stays the same for the life of the store, also under a new master key. Each use has its own. */
  async lastingSecret(use: string): Promise<KeyObject> {
    await this.#keys.upToDate();
    const { secret } = this.#open(this.#keys.active('store-secret'));
    return createSecretKey(derivedSecret(secret, `authly:${use}`));
  }

  /** The key that was active at the join, so that a repeated claim gets the same response. */
  async captureSeal(session: Session): Promise<ClaimSeal> {
    await this.#keys.upToDate();
    const root = this.#keys.inForce('capture-sealing', session.join?.at ?? session.createdAt);
    const { key, context } = this.#captureKey(root, session, session.mode);
    return { version: SEAL_VERSION, key_id: key.id, public_key: key.publicKey, context };
  }

  /** Returns undefined for a withdrawn key. One that this cell never had may have come with the merchant. */
  async captureKey(keyId: string, session: Session, use: Mode): Promise<CaptureKey | undefined> {
    await this.#keys.upToDate();
    const found = this.#sealingRoot(keyId);
    if (found !== undefined) return found.status === 'removed' ? undefined : this.#captureKey(found.key, session, use);
    const moved = await this.#movedKeys(session.merchantId);
    const key = moved.find(({ id, purpose }) => id === keyId && purpose === 'capture-sealing');
    return key && this.#captureKey(key, session, use);
  }

  #sealingRoot(keyId: string): KeyStanding | undefined {
    return this.#keys.of('capture-sealing').find(({ key }) => key.id === keyId);
  }

  #captureKey(record: KeyRecord, session: Session, use: Mode): CaptureKey {
    const { environment } = this.#options;
    const key =
      record.merchantId === ''
        ? this.#open(record).sealingKey(environment, session.merchantId)
        : storedSealingKey(record.id, this.#unsealed(record));
    return { key, context: key.contextOf(environment, use, session) };
  }

  async #movedKeys(merchantId: string): Promise<KeyRecord[]> {
    return (await this.#options.source.ofMerchant(merchantId)).filter(({ sealed }) => sealed.length > 0);
  }

  /** The secret of a merchant's device accounts. A merchant from another cell has brought its own. */
  async accountSecret({ id, importId }: { readonly id: string; readonly importId: string | null }): Promise<KeyObject> {
    const moved = importId === null ? [] : await this.#movedKeys(id);
    const key = moved.find(({ purpose }) => purpose === 'store-secret');
    if (key !== undefined) return createSecretKey(this.#unsealed(key));
    return this.lastingSecret(`accounts:v1:${this.#options.environment}:${id}`);
  }

  /** What another cell needs for a merchant, and opens no other merchant's enrollments. The caller wipes the secrets. */
  async keysToMove(merchant: { readonly id: string; readonly importId: string | null }): Promise<MovingKey[]> {
    await this.#keys.upToDate();
    const roots = this.#keys.of('capture-sealing').filter(({ status }) => status !== 'removed');
    const moved = (await this.#movedKeys(merchant.id)).filter(({ purpose }) => purpose === 'capture-sealing');
    const accounts = await this.accountSecret(merchant);
    return [
      ...roots.map(({ key, status }) => {
        const secret = this.#open(key).merchantSecrets(this.#options.environment, merchant.id);
        return { key, status, secret };
      }),
      ...moved.map((key) => ({ key, status: 'retiring' as const, secret: this.#unsealed(key) })),
      { key: this.#keys.active('store-secret'), status: 'active', secret: accounts.export() },
    ];
  }

  /** The key pairs to which other cells seal their merchants, the active one first. */
  async transferKeys(): Promise<ECDH[]> {
    await this.#keys.upToDate();
    const keys = this.#keys.of('cell-transfer').filter(({ status }) => status === 'active' || status === 'retiring');
    return keys.toReversed().map(({ key }) => derivedKeyPair(this.#unsealed(key)));
  }

  /** Notes in the background that a key has opened an enrollment. If it fails, the next use is noted. */
  noteUse(keyId: string, ofMerchant: string): void {
    const { source, clock } = this.#options;
    const elapsed = clock.elapsed();
    const merchantId = this.#sealingRoot(keyId) === undefined ? ofMerchant : '';
    const noted = sealedId(merchantId, keyId);
    if (elapsed - (this.#usesNoted.get(noted) ?? -Infinity) < NOTE_USE_EVERY_MS) return;
    this.#usesNoted.set(noted, elapsed);
    source.noteUse(keyId, clock.now(), merchantId).catch(() => this.#usesNoted.delete(noted));
  }

  upToDate(): Promise<void> {
    return this.#keys.upToDate();
  }

  /** Checks the keys that were read last. */
  async check(purposes: readonly StoredPurpose[] = STORED_PURPOSES): Promise<void> {
    const keys = purposes.map((purpose) => this.#keys.active(purpose));
    const inToken = keys.filter((key) => this.#open(key).isInToken).map(({ id }) => id);
    if (inToken.length > 0) await this.#options.token?.checkKeys(inToken);
  }

  /** Announced keys too: at their switch an error would be too late. */
  #requireReach(): void {
    for (const { key, status } of STORED_PURPOSES.flatMap((purpose) => this.#keys.of(purpose))) {
      if (status === 'removed') continue;
      const isNeeded = status !== 'retiring' || key.purpose === 'capture-sealing';
      if (this.#open(key).isInToken && this.#options.token === undefined && isNeeded)
        throw new SigningUnavailableError(noToken(key.id));
    }
  }

  /** Another process's clock may reach the switch slightly earlier. */
  #mayHaveSigned({ status, switchAt }: KeyStanding): boolean {
    if (status === 'announced') return switchAt <= this.#options.clock.now() + CLOCK_TOLERANCE_MS;
    return status === 'active' || status === 'retiring';
  }

  #open(key: KeyRecord): OpenedKey {
    const known = this.#opened.get(key.id);
    if (known !== undefined) return known;
    const opened = new OpenedKey(key, this.#unsealed(key), this.#options.token);
    this.#opened.set(key.id, opened);
    return opened;
  }

  #unsealed({ merchantId, id, purpose, sealed }: KeyRecord): Buffer {
    const { master, environment } = this.#options;
    return unseal(master, { environment, purpose, keyId: sealedId(merchantId, id) }, sealed);
  }

  /** A destroyed key leaves memory as well. */
  #forget(keyId: string): void {
    this.#opened.get(keyId)?.wipe();
    this.#opened.delete(keyId);
  }
}
