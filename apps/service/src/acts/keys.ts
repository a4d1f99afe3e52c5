import { KEY_PURPOSES, type KeyPurpose } from '../keys/key-record.ts';
import { keysAt } from '../keys/key-status.ts';
import { emergencyRotation, scheduleRotation } from '../keys/rotation.ts';
import { switchTime } from './key-readiness.ts';
import { ActRefused, isoTime, type Operator } from './operator.ts';
import type { KeyView, Replaced, Scheduled } from './views.ts';

export async function listKeys({ store, now }: Operator): Promise<KeyView[]> {
  const records = await store.keys.list();
  return KEY_PURPOSES.flatMap((purpose) =>
    keysAt(
      records.filter((record) => record.purpose === purpose),
      now(),
    ).map((standing) => ({
      key_id: standing.key.id,
      purpose,
      status: standing.status,
      switch_at: switchTime(standing),
      removal_at: isoTime(standing.removalAt),
    })),
  );
}

export async function scheduleKey(
  { store, environment, now, masterKey, act }: Operator,
  { purpose, switchAt }: { purpose: KeyPurpose; switchAt: number },
): Promise<Scheduled> {
  const records = await store.keys.list(purpose);
  const { added, notice } = scheduleRotation({
    purpose,
    records,
    environment,
    master: masterKey(),
    now: now(),
    switchAt,
  });
  const detail = { purpose, switch_at: isoTime(switchAt) };
  if (!(await store.keys.add(added, act('keys.schedule', added.id, detail))))
    throw new ActRefused('that key id exists already: try again');
  return { key_id: added.id, switch_at: isoTime(switchAt), notice };
}

/** A key may have leaked: it is removed at once, and a new one signs. */
export async function replaceKey(
  { store, environment, now, masterKey, act }: Operator,
  { purpose, suspectId }: { purpose: KeyPurpose; suspectId?: string | undefined },
): Promise<Replaced> {
  const at = now();
  const records = await store.keys.list(purpose);
  const { added, removedIds, notice } = emergencyRotation({
    purpose,
    records,
    environment,
    master: masterKey(),
    now: at,
    suspectId,
  });
  const detail = { purpose, removed: removedIds.join(',') };
  await store.keys.replace(removedIds, at, added, act('keys.emergency', added.id, detail));
  return { key_id: added.id, removed_key_ids: removedIds, notice };
}
