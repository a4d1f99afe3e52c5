import type { NewAuditEntry } from '../audit/entry.ts';
import type { Settings } from '../storage/port/store.ts';

const SETTING = 'sandbox_bio_apis_down';

const idsIn = (text: string | undefined): readonly string[] => JSON.parse(text || '[]') as string[];

/** Running services follow with their next call. */
export async function switchBioApis(
  settings: Settings,
  merchantIds: readonly string[],
  down: boolean,
  entry: NewAuditEntry,
): Promise<readonly string[]> {
  const switched = (before: string): string => {
    const others = idsIn(before).filter((id) => !merchantIds.includes(id));
    return JSON.stringify(down ? [...others, ...merchantIds].sort() : others);
  };
  return idsIn(await settings.change(SETTING, switched, () => entry));
}

/** Resolves with false while the store is down. */
export const isTakenForDown =
  (settings: Settings) =>
  async (merchantId: string): Promise<boolean> =>
    idsIn(await settings.get(SETTING).catch(() => undefined)).includes(merchantId);
