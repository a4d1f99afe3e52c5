import type { Env } from '../../config/setting-reader.ts';
import { migrateStore } from '../../storage/open-store.ts';
import type { Output } from '../../operator/actions/output.ts';
import { environmentAsked, storeLocation } from '../store-context.ts';

export async function migrate(env: Env): Promise<Output> {
  const report = await migrateStore({ ...storeLocation(env), environment: environmentAsked(env) });
  const done = report.applied.map(({ number, name }) => `applied ${number} ${name}`);
  return { json: report, text: [...done, `The schema is at version ${report.version}.`].join('\n') };
}
