import { readMasterKey } from '../../config/key-settings.ts';
import type { Env } from '../../config/setting-reader.ts';
import { openKeyRing } from '../../operator/row/open-key-ring.ts';
import { hasKeys, markedEnvironment, migrateStore } from '../../storage/open-store.ts';
import type { Output } from '../terminal/output.ts';
import { environmentAsked, storeLocation, withStoreContext } from '../store-context.ts';

export async function migrate(env: Env): Promise<Output> {
  const location = storeLocation(env);
  const environment = environmentAsked(env) ?? (await markedEnvironment(location));
  const isNew = environment !== 'test' && !(await hasKeys(location));
  // Before anything is changed.
  if (isNew && environment !== undefined) readMasterKey({ ...env, AUTHLY_ENV: environment });
  const onError = (error: unknown): void => void process.stderr.write(`authly: ${(error as Error).message}\n`);
  const report = await migrateStore({ ...location, environment, onError });
  const done = report.applied.map(({ number, name }) => `applied ${number} ${name}`);
  const lines = [...done, `The schema is at version ${report.version}.`];
  if (!isNew) return { json: report, text: lines.join('\n') };
  if (environment === undefined) {
    const text = 'It has no keys yet: set AUTHLY_ENV and AUTHLY_MASTER_KEY_FILE, and run this command again.';
    return { json: { ...report, new_keys: [] }, text: [...lines, text].join('\n') };
  }
  const keys = await firstKeys(env);
  const text = `NEW STORE with new keys: ${keys.join(', ')}. They open no enrollment of an earlier store. If there was one, stop here, and restore its backup into an empty database.`;
  return { json: { ...report, new_keys: keys }, text: [...lines, '', text].join('\n') };
}

const firstKeys = (env: Env): Promise<string[]> =>
  withStoreContext(env, async (operator) => {
    await (await openKeyRing(operator)).prepare();
    return (await operator.store.keys.list()).map(({ id }) => id);
  });
