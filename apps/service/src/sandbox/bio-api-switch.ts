import type { NewAuditEntry } from '../audit/entry.ts';
import type { Settings } from '../storage/port/store.ts';

const SETTING = 'sandbox_bio_apis_down';

/** The merchants whose Bio API a sandbox takes for down. */
export const bioApisDown = async (settings: Settings): Promise<readonly string[]> => idsIn(await settings.get(SETTING));

const idsIn = (value = '[]'): readonly string[] => JSON.parse(value) as string[];

/** Only for a store of the environment test. Running services follow with their next call. */
export async function switchBioApis(
  settings: Settings,
  merchantIds: readonly string[],
  down: boolean,
  entry?: NewAuditEntry,
): Promise<readonly string[]> {
  const next = (before?: string): string => {
    const others = idsIn(before).filter((id) => !merchantIds.includes(id));
    return JSON.stringify(down ? [...others, ...merchantIds].sort() : others);
  };
  return idsIn(await settings.change(SETTING, next, entry && (() => entry)));
}

/** False while the store is down. */
export const isTakenForDown =
  (settings: Settings) =>
  async (merchantId: string): Promise<boolean> =>
    (await bioApisDown(settings).catch((): readonly string[] => [])).includes(merchantId);
