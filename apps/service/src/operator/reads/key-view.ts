import { ConfigError } from '../../config/config-error.ts';
import { KEY_PURPOSES } from '../../config/key-purposes.ts';
import type { KeyRecord } from '../../keys/key-record.ts';
import { keysAt } from '../../keys/key-status.ts';
import { SealError, unseal } from '../../keys/seal.ts';
import { keptIn } from '../../keys/signing-token.ts';
import { isoTime } from '../../session/iso-time.ts';
import { switchTime } from './key-readiness.ts';
import type { Operator } from '../row/operator.ts';

export async function listKeys({ store, now, environment, masterKey }: Operator) {
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
      // Null without the master key, and for a destroyed key.
      kept_in: master && storageOf(standing.key),
      created_at: isoTime(standing.key.createdAt),
      switch_at: switchTime(standing),
      removal_at: isoTime(standing.removalAt),
      // Of a sealing key: when an enrollment was last opened with it, to the hour.
      last_used_at: isoTime(standing.key.lastUsedAt),
    })),
  );

  function storageOf({ id: keyId, purpose, sealed }: KeyRecord): 'store' | 'pkcs11' | null {
    const opened = perhaps(() => unseal(master!, { environment, purpose, keyId }, sealed));
    return opened && keptIn(opened);
  }
}

function perhaps<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof SealError) return null;
    throw error;
  }
}
