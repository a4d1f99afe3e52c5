import { ConfigError } from '../../config/config-error.ts';
import { KEY_PURPOSES, type KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { keysAt } from '../../keys/key-status.ts';
import { emergencyRotation, scheduleRotation } from '../../keys/rotation.ts';
import { SealError, unseal } from '../../keys/seal.ts';
import { keptIn, makeAndKeep } from '../../keys/signing-token.ts';
import { switchTime } from './key-readiness.ts';
import { OperatorError, isoTime, type Operator } from './operator.ts';
import type { KeyView, Replaced, Scheduled, Withdrawn } from './views.ts';

export async function listKeys({ store, now, environment, masterKey }: Operator): Promise<KeyView[]> {
  const records = await store.keys.list();
  const master = perhaps(masterKey);
  return KEY_PURPOSES.flatMap((purpose) =>
    keysAt(
      records.filter((record) => record.purpose === purpose),
      now(),
    ).map((standing) => ({
      key_id: standing.key.id,
      purpose,
      status: standing.status,
      kept_in: master && storageOf(standing.key),
      created_at: isoTime(standing.key.createdAt),
      switch_at: switchTime(standing),
      removal_at: isoTime(standing.removalAt),
      last_used_at: isoTime(standing.key.lastUsedAt),
    })),
  );

  function storageOf({ id: keyId, purpose, sealed }: KeyRecord): 'store' | 'pkcs11' | null {
    const opened = perhaps(() => unseal(master!, { environment, purpose, keyId }, sealed));
    return opened && keptIn(opened);
  }
}

/** Keys can be listed without the master key. */
function perhaps<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof SealError) return null;
    throw error;
  }
}

export async function scheduleKey(
  { store, environment, now, masterKey, signingToken, auditEntry }: Operator,
  { purpose, switchAt }: { purpose: KeyPurpose; switchAt: number },
): Promise<Scheduled> {
  const input = { purpose, records: await store.keys.list(purpose), environment, master: masterKey(), now: now() };
  const detail = { purpose, switch_at: isoTime(switchAt) };
  const { made, isKept } = await makeAndKeep(
    await signingToken(),
    input,
    (made) => scheduleRotation({ ...input, switchAt, made }),
    ({ added }) => store.keys.add(added, auditEntry('keys.schedule', added.id, detail)),
  );
  if (!isKept) throw new OperatorError('this key id already exists: try again');
  return { key_id: made.added.id, switch_at: isoTime(switchAt), notice: made.notice };
}

/** An earlier sealing key opens nothing any more. Users whose enrollment it opened enroll again. */
export async function withdrawKey({ store, now, auditEntry }: Operator, keyId: string): Promise<Withdrawn> {
  const standing = keysAt(await store.keys.list('capture-sealing'), now()).find(({ key }) => key.id === keyId);
  if (standing === undefined)
    throw new OperatorError(`there is no capture-sealing key ${keyId} (see "authly keys list")`);
  const { status, key } = standing;
  if (status === 'active' || status === 'announced')
    throw new OperatorError(
      `key ${keyId} is ${status}: only an earlier key can be withdrawn. Rotate first: authly keys schedule --purpose capture-sealing --in 2m`,
    );
  const detail = { purpose: 'capture-sealing', last_used_at: isoTime(key.lastUsedAt) };
  if (!(await store.keys.remove(keyId, now(), auditEntry('keys.withdraw', keyId, detail))))
    throw new OperatorError(`key ${keyId} is already removed`);
  return { key_id: keyId, last_used_at: detail.last_used_at };
}

/** Removes a compromised key now, and a new one signs. */
export async function replaceKey(
  { store, environment, now, masterKey, signingToken, auditEntry }: Operator,
  { purpose, suspectId }: { purpose: KeyPurpose; suspectId?: string | undefined },
): Promise<Replaced> {
  const at = now();
  const input = { purpose, records: await store.keys.list(purpose), environment, master: masterKey(), now: at };
  const { made } = await makeAndKeep(
    await signingToken(),
    input,
    (made) => emergencyRotation({ ...input, suspectId, made }),
    async ({ added, removedIds }) => {
      const detail = { purpose, removed: removedIds.join(',') };
      await store.keys.replace(removedIds, at, added, auditEntry('keys.emergency', added.id, detail));
      return true;
    },
  );
  const { added, removedIds, notice } = made;
  return { key_id: added.id, removed_key_ids: removedIds, notice };
}
