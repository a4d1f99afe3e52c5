import { userInfo } from 'node:os';
import type { TerminalOperator } from '../operator/row/action.ts';
import { RefusedError } from '../runtime/refused-error.ts';
import { auditEntriesBy } from '../operator/row/operator.ts';
import { attempted } from '../runtime/attempted.ts';
import { systemClock } from '../runtime/clock.ts';
import type { Config } from '../config/config.ts';
import { readMasterKey, readPkcs11 } from '../config/key-settings.ts';
import { readAlone, type Env } from '../config/setting-reader.ts';
import { databaseListenUrl, databaseUrl, dataDirOf } from '../config/store-settings.ts';
import { ENVIRONMENTS, type Environment } from '../runtime/environment.ts';
import { openSigningToken } from '../keys/open-signing-token.ts';
import type { SigningToken } from '../keys/signing-token.ts';
import { markedEnvironment, openStore } from '../storage/open-store.ts';
import { clockOffset } from '../lifecycle/clock-offset.ts';

export type StoreContext = TerminalOperator;

/** How a command opens the store. */
export interface StoreUse {
  /** It adds something, so it may create a store. */
  readonly adds?: boolean;
  /** It changes something, so the audit log needs a person. */
  readonly changes?: boolean;
  /** The person, as typed after `--as`. */
  readonly as?: string | undefined;
}

/** The person, not the user that the process runs as: sudo and a login say who it is, a container does not. */
function operatorName(env: Env, environment: Environment, { as, changes }: StoreUse): string {
  if (as !== undefined && !/^[\p{L}\p{N}][\p{L}\p{N}._@ -]{0,63}$/u.test(as))
    throw new RefusedError('the name after --as has 1 to 64 letters, digits, spaces or . _ @ -');
  const name = as ?? (env['SUDO_USER'] || env['LOGNAME'] || undefined);
  if (name !== undefined) return name;
  if (changes && environment === 'production')
    throw new RefusedError('the audit log needs to know who you are', undefined, 'Add --as NAME.');
  return attempted(() => userInfo().username) ?? String(process.getuid?.() ?? 'unknown');
}

type StoreLocation = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseListenUrl'>;

/** Checked as `serve` checks it. */
export const storeLocation = (env: Env): StoreLocation =>
  readAlone(env, (read) => ({
    dataDir: dataDirOf(env),
    databaseUrl: databaseUrl(read),
    databaseListenUrl: databaseListenUrl(read),
  }));

/** The name has no password of a database URL. */
function storeName({ dataDir, databaseUrl }: StoreLocation): string {
  if (databaseUrl === undefined) return dataDir;
  const url = URL.parse(databaseUrl);
  return url === null ? 'the database of AUTHLY_DATABASE_URL' : `postgres://${url.host}${url.pathname}`;
}

export function environmentAsked(env: Env): Environment | undefined {
  const asked = env['AUTHLY_ENV'] || undefined;
  if (asked !== undefined && !(ENVIRONMENTS as readonly string[]).includes(asked))
    throw new RefusedError(`AUTHLY_ENV is "${asked}", but must be test or production`);
  return asked as Environment | undefined;
}

/** A new store gets the environment of AUTHLY_ENV. */
async function locate(env: Env, adds = false) {
  const asked = environmentAsked(env);
  const location = storeLocation(env);
  const marked = await markedEnvironment(location);
  const isNew = adds && marked === undefined;
  const environment = isNew ? asked : marked;
  if (environment === undefined)
    throw new RefusedError(
      `there is no store in ${storeName(location)} yet`,
      undefined,
      'Start a sandbox with npm start, or the service with AUTHLY_ENV for a new store, or set AUTHLY_DATA_DIR or AUTHLY_DATABASE_URL to an existing one.',
    );
  if (asked !== undefined && asked !== environment)
    throw new RefusedError(`AUTHLY_ENV is ${asked}, but this store belongs to ${environment}`);
  return { location, environment, isNew };
}

export const environmentOf = async (env: Env): Promise<Environment> => (await locate(env)).environment;

export async function withStoreContext<T>(
  env: Env,
  work: (context: StoreContext) => Promise<T>,
  use: StoreUse = {},
): Promise<T> {
  const { location, environment, isNew } = await locate(env, use.adds);
  const name = operatorName(env, environment, use);
  const store = await openStore({ ...location, environment, migrate: isNew });
  let token: Promise<SigningToken | undefined> | undefined;
  try {
    // The sandbox's clock may have been moved: commands use the same time as the service.
    const offset = environment === 'test' ? await clockOffset(store.settings) : 0;
    const now = (): number => systemClock.now() + offset;
    return await work({
      store,
      env,
      name,
      storeName: storeName(location),
      environment,
      now,
      masterKey: () => readMasterKey({ ...env, AUTHLY_ENV: environment }),
      signingToken: async () => (token ??= openSigningToken(readPkcs11({ ...env, AUTHLY_ENV: environment }))),
      auditEntry: auditEntriesBy(`operator:${name}`, now),
    });
  } finally {
    (await token?.catch(() => undefined))?.close();
    await store.close();
  }
}
