import { userInfo } from 'node:os';
import type { Operator } from '../actions/operator.ts';
import { systemClock } from '../config/clock.ts';
import { readMasterKey, readPkcs11 } from '../config/key-settings.ts';
import type { Env } from '../config/setting-reader.ts';
import { databaseUrlOf, dataDirOf } from '../config/store-settings.ts';
import { ENVIRONMENTS, type Environment } from '../config/environment.ts';
import { openSigningToken } from '../keys/open-signing-token.ts';
import type { SigningToken } from '../keys/signing-token.ts';
import { markedEnvironment, openStore } from '../storage/open-store.ts';
import { clockOffset } from '../lifecycle/virtual-clock.ts';
import { OperatorError } from './operator-error.ts';

/** What a command works on: the store that AUTHLY_DATA_DIR or AUTHLY_DATABASE_URL names, also while the service runs. */
export interface StoreContext extends Operator {
  readonly env: Env;
}

/** By the name they are logged in under; a container may run as a number that has none. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

export const storeLocation = (env: Env): { dataDir: string; databaseUrl: string | undefined } => ({
  dataDir: dataDirOf(env),
  databaseUrl: knownDatabaseUrl(env),
});

/** A file that names no server must not lead to another store. */
function knownDatabaseUrl(env: Env): string | undefined {
  const url = databaseUrlOf(env);
  if (url === '') throw new OperatorError('AUTHLY_DATABASE_URL_FILE names a file that cannot be read, or is empty');
  return url;
}

/** The environment that AUTHLY_ENV names, where it is set. */
export function environmentAsked(env: Env): Environment | undefined {
  const asked = env['AUTHLY_ENV'] || undefined;
  if (asked !== undefined && !(ENVIRONMENTS as readonly string[]).includes(asked))
    throw new OperatorError('AUTHLY_ENV must be test or production');
  return asked as Environment | undefined;
}

/** The environment of the store; a store that is new needs AUTHLY_ENV to say it. */
export async function environmentOf(env: Env): Promise<Environment> {
  const asked = env['AUTHLY_ENV'] || undefined;
  const marked = await markedEnvironment(storeLocation(env));
  const environment = marked ?? asked;
  if (environment === undefined || !(ENVIRONMENTS as readonly string[]).includes(environment)) {
    throw new OperatorError(
      'there is no store here yet: set AUTHLY_ENV to test or production (and AUTHLY_DATA_DIR or AUTHLY_DATABASE_URL) to make one',
    );
  }
  if (asked !== undefined && asked !== environment)
    throw new OperatorError(`AUTHLY_ENV is ${asked}, but this store belongs to ${environment}`);
  return environment as Environment;
}

export async function withStoreContext<T>(env: Env, work: (context: StoreContext) => Promise<T>): Promise<T> {
  const environment = await environmentOf(env);
  const store = await openStore({ ...storeLocation(env), environment });
  let token: Promise<SigningToken | undefined> | undefined;
  try {
    // The sandbox's clock may have been moved: a command means the same now as the service does.
    const offset = environment === 'test' ? await clockOffset(store.settings) : 0;
    const now = (): number => systemClock.now() + offset;
    return await work({
      store,
      env,
      environment,
      now,
      masterKey: () => readMasterKey({ ...env, AUTHLY_ENV: environment }),
      signingToken: async () => (token ??= openSigningToken(readPkcs11({ ...env, AUTHLY_ENV: environment }))),
      act: (action, subject, detail = {}) => ({
        at: now(),
        actor: `operator:${operatorName()}`,
        action,
        subject,
        detail,
      }),
    });
  } finally {
    (await token?.catch(() => undefined))?.close();
    await store.close();
  }
}
