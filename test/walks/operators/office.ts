import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { parseMasterKey } from '../../../apps/service/src/config/master-key.ts';
import { TOKEN_PURPOSES } from '../../../apps/service/src/config/key-purposes.ts';
import { shape } from '../../../apps/service/src/http/shape.ts';
import { KeyRing } from '../../../apps/service/src/keys/key-ring.ts';
import { SigningUnavailableError } from '../../../apps/service/src/keys/key-signer.ts';
import { openSigningToken } from '../../../apps/service/src/keys/open-signing-token.ts';
import { unseal } from '../../../apps/service/src/keys/seal.ts';
import { keptIn, type SigningToken } from '../../../apps/service/src/keys/signing-token.ts';
import { clockOffset } from '../../../apps/service/src/lifecycle/clock-offset.ts';
import { perform, type Action } from '../../../apps/service/src/operator/row/action.ts';
import { ACTIONS } from '../../../apps/service/src/operator/actions/index.ts';
import { auditEntriesBy, type Operator } from '../../../apps/service/src/operator/row/operator.ts';
import { paramsSchema, type GivenFile } from '../../../apps/service/src/operator/row/params.ts';
import { systemClock } from '../../../apps/service/src/runtime/clock.ts';
import { RefusedError } from '../../../apps/service/src/runtime/refused-error.ts';
import { openStore } from '../../../apps/service/src/storage/open-store.ts';
import type { Store } from '../../../apps/service/src/storage/port/store.ts';
import { openWebhookSecret } from '../../../apps/service/src/webhooks/secret.ts';
import type { SoftHsm } from '../../../packages/pkcs11/test/soft-hsm.ts';
import type { TestDatabase } from '../../postgres-server.ts';
import { happens } from '../explore/until.ts';

const AUTHLY = join(import.meta.dirname, '../../../apps/service/bin/authly.mjs');
const environment = 'test';
/** Said of a key that stays in the token. */
export const LEFT = 'is removed, but not destroyed in the token';

/** What a terminal has that the service has not. */
export interface Terminal {
  readonly masterKey: 'right' | 'wrong' | 'missing';
  readonly environment: 'none' | 'test' | 'production';
  /** `full`: nothing can be written; `closed`: the reader needs no more. */
  readonly output: 'read' | 'full' | 'closed';
  readonly token: 'here' | 'unknown';
}

export interface Act {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Done {
  readonly act: Act;
  readonly isDone: boolean;
  /** Of what is done and was not shown. */
  readonly isUnshown: boolean;
  readonly said: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a walk looks into answers whose shape is what it checks
  readonly result: any;
}

interface Row extends Omit<Action, 'params'> {
  readonly params: Readonly<Record<string, { flag?: string; argument?: true }>>;
}
export const rowOf = (name: string): Row =>
  (ACTIONS as readonly unknown[] as readonly Row[]).find((row) => row.name === name)!;

/** A store with operators at it: two in the console, one at a terminal. */
export class Office implements AsyncDisposable {
  readonly store: Store;
  readonly folder: string;
  readonly #database: TestDatabase | undefined;
  readonly #hsm: SoftHsm | undefined;
  #token: SigningToken | undefined;
  readonly #other: Store;
  readonly #backups = mkdtempSync(join(tmpdir(), 'authly-backups-'));
  readonly masterKey = randomBytes(32).toString('base64');

  private constructor(store: Store, other: Store, folder: string, database?: TestDatabase, hsm?: SoftHsm) {
    this.store = store;
    this.#other = other;
    this.folder = folder;
    this.#database = database;
    this.#hsm = hsm;
  }

  /** `hsm` holds the keys that a token can hold. */
  static async open(database?: TestDatabase, hsm?: SoftHsm): Promise<Office> {
    const dataDir = mkdtempSync(join(tmpdir(), 'authly-office-'));
    const open = (): Promise<Store> => openStore({ dataDir, databaseUrl: database?.url, environment });
    const office = new Office(await open(), await open(), dataDir, database, hsm);
    const { store, master } = office;
    const token = (office.#token = await office.#openToken());
    await new KeyRing({ source: store.keys, master, environment, clock: systemClock, token }).prepare();
    return office;
  }

  #openToken = (): Promise<SigningToken | undefined> =>
    openSigningToken(this.#hsm && { ...this.#hsm.settings, purposes: TOKEN_PURPOSES });

  get master() {
    return parseMasterKey(this.masterKey)!;
  }

  async #now(): Promise<() => number> {
    const offset = await clockOffset(this.store.settings);
    return () => Date.now() + offset;
  }

  /** In the console, each by another process. */
  async console(who: 0 | 1, act: Act): Promise<Done> {
    const now = await this.#now();
    const operator: Operator = {
      store: who === 0 ? this.store : this.#other,
      environment,
      now,
      masterKey: () => this.master,
      signingToken: async () => this.#token,
      auditEntry: auditEntriesBy(`operator:${who}`, now),
    };
    try {
      const row = rowOf(act.name);
      const params = shape(paramsSchema(row.params as never))(act.params);
      const result = await perform(row as never, operator, params);
      return { act, isDone: true, isUnshown: false, said: '', result };
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof SigningUnavailableError)) throw error;
      return { act, isDone: false, isUnshown: false, said: String(error), result: undefined };
    }
  }

  async terminal(settings: Terminal, act: Act): Promise<Done> {
    const { code, out, said } = await this.run([...this.#words(act), '--json'], settings);
    const isUnshown = said.includes(LEFT) || said.includes('The command itself is done');
    assert.ok(code !== 0 || settings.output !== 'full', 'an output that cannot be written is no success');
    const result: unknown = code === 0 && out !== '' ? JSON.parse(out) : undefined;
    return {
      act,
      isDone: code === 0 || isUnshown,
      isUnshown: isUnshown || settings.output === 'closed',
      said,
      result,
    };
  }

  async run(args: readonly string[], { masterKey, environment: asked, output, token }: Terminal) {
    const wrong = Buffer.alloc(32, 1).toString('base64');
    const env = {
      PATH: process.env['PATH'],
      AUTHLY_DATA_DIR: this.folder,
      ...(this.#database && { AUTHLY_DATABASE_URL: this.#database.url }),
      ...(masterKey !== 'missing' && { AUTHLY_MASTER_KEY: masterKey === 'right' ? this.masterKey : wrong }),
      ...(asked !== 'none' && { AUTHLY_ENV: asked }),
      ...(token === 'here' && { ...this.#hsm?.env, SOFTHSM2_CONF: process.env['SOFTHSM2_CONF'] }),
    };
    const to = { read: '', full: '> /dev/full', closed: '| true' }[output];
    const line = `set -o pipefail; "$0" "$@" ${to}`;
    const child = spawn('bash', ['-c', line, process.execPath, AUTHLY, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out, said };
  }

  /** Everything that operators can change. */
  async state() {
    const { merchants, webhooks, keys, audit, settings } = this.store;
    return {
      merchants: await merchants.list(),
      clients: await merchants.listClients(),
      webhooks: await webhooks.list(),
      keys: await keys.list(),
      audit: (await audit.list(500)).toReversed(),
      backedUpAt: await settings.get('backup_at'),
    };
  }

  /** Throws for a secret or a key that the service's master key does not open, or that the token does not have. */
  async opens(): Promise<void> {
    for (const { merchantId, secrets } of await this.store.webhooks.list())
      for (const secret of secrets) openWebhookSecret({ environment, master: this.master, merchantId }, secret);
    for (const { id: keyId, purpose, sealed } of await this.store.keys.list()) {
      const opened = sealed.length > 0 && unseal(this.master, { environment, purpose, keyId }, sealed);
      if (opened && keptIn(opened) === 'pkcs11') await this.#token!.checkKeys([keyId]);
    }
  }

  /** Backups keep what they have. */
  backupFile(): string {
    return join(this.#backups, `${readdirSync(this.#backups).length}.db`);
  }

  /** Files of the store that contain these bytes. Read by another process: a process that closes a file loses SQLite's locks on it. */
  filesWith(bytes: Uint8Array): string[] {
    const read = (file: string): Buffer => execFileSync('cat', [file], { maxBuffer: Infinity });
    const files = readdirSync(this.folder).map((name) => join(this.folder, name));
    return files.filter((file) => read(file).includes(Buffer.from(bytes)));
  }

  /** A new connection remembers nothing. */
  async tokenHas(keyId: string): Promise<boolean> {
    const token = await this.#openToken();
    return token !== undefined && happens(token.checkKeys([keyId])).finally(() => token.close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#token?.close();
    await this.store.close();
    await this.#other.close();
    await this.#database?.drop();
    for (const folder of [this.folder, this.#backups]) rmSync(folder, { recursive: true, force: true });
  }

  /** As an operator types it. */
  #words({ name, params }: Act): string[] {
    const typed = Object.entries(rowOf(name).params).flatMap(([key, { flag, argument }]) => {
      const value = params[key];
      if (value === undefined) return [];
      const typed = isFile(value) ? this.#fileOf(value) : value === null ? 'none' : `${value as string | number}`;
      const long = argument ? [] : [new Option(flag!, '').long!];
      return value === true ? long : [...long, typed];
    });
    return [...name.split(' '), ...typed];
  }

  #fileOf({ base64 }: GivenFile): string {
    const file = this.backupFile();
    writeFileSync(file, base64, 'base64');
    return file;
  }
}

export const isFile = (value: unknown): value is GivenFile => typeof value === 'object' && value !== null;
