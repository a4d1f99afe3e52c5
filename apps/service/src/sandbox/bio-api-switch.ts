import type { NewAuditEntry } from '../audit/entry.ts';
import type { Settings } from '../storage/store.ts';

const SETTING = 'sandbox_bio_apis_down';

/** The merchants whose Bio API a sandbox takes for down. */
export async function bioApisDown(settings: Settings): Promise<readonly string[]> {
  return JSON.parse((await settings.get(SETTING)) ?? '[]') as string[];
}

/** Only for a store of the environment test: services that run on it follow with their next call. */
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

/** Whether a merchant's Bio API is taken for down. A store that does not answer takes none for down. */
export const isTakenForDown =
  (settings: Settings) =>
  async (merchantId: string): Promise<boolean> =>
    (await bioApisDown(settings).catch((): readonly string[] => [])).includes(merchantId);
