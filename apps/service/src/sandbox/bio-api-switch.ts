import type { NewAuditEntry } from '../audit/entry.ts';
import type { Settings } from '../storage/port/store.ts';

const SETTING = 'sandbox_bio_apis_down';

/** The merchants whose Bio API a sandbox takes for down. */
export async function bioApisDown(settings: Settings): Promise<readonly string[]> {
  return JSON.parse((await settings.get(SETTING)) ?? '[]') as string[];
}

/** Only for a store of the environment test. Running services follow with their next call. */
export async function switchBioApis(
  settings: Settings,
  merchantIds: readonly string[],
  down: boolean,
  entry?: NewAuditEntry,
): Promise<readonly string[]> {
  const others = (await bioApisDown(settings)).filter((id) => !merchantIds.includes(id));
  const all = down ? [...others, ...merchantIds].sort() : others;
  await settings.set(SETTING, JSON.stringify(all), entry);
  return all;
}

/** False while the store is down. */
export const isTakenForDown =
  (settings: Settings) =>
  async (merchantId: string): Promise<boolean> =>
    (await bioApisDown(settings).catch((): readonly string[] => [])).includes(merchantId);
