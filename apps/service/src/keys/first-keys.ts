import { SERVICE, type NewAuditEntry } from '../audit/entry.ts';
import { STORED_PURPOSES, type StoredPurpose } from '../config/key-purposes.ts';
import type { MasterKey } from '../config/master-key.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyChange, KeyRecord } from './key-record.ts';
import { newKey } from './new-key.ts';
import { makeAndKeep, type SigningToken } from './signing-token.ts';

interface FirstKeysOptions {
  readonly source: { add(key: KeyRecord, entry: NewAuditEntry, change: KeyChange): Promise<boolean> };
  readonly master: MasterKey;
  readonly environment: Environment;
  readonly token?: SigningToken | undefined;
  readonly now: Instant;
}

/** Creates a key for each purpose that has none. */
export async function createFirstKeys(
  { source, master, environment, token, now }: FirstKeysOptions,
  hasKey: (purpose: StoredPurpose) => boolean,
): Promise<void> {
  for (const purpose of STORED_PURPOSES) {
    if (hasKey(purpose)) continue;
    const of = { purpose, environment, now };
    await makeAndKeep(
      token,
      of,
      // Active from time 0, because this clock may be ahead and be corrected later.
      (made) => ({ added: newKey({ ...of, master, activatesAt: 0, made }) }),
      // Only if the purpose has no key, so that two starting processes agree on one.
      ({ added }) => source.add(added, firstKey(added, now), { seen: [] }),
    );
  }
}

const firstKey = ({ id, purpose }: KeyRecord, at: Instant): NewAuditEntry => ({
  at,
  actor: SERVICE,
  action: 'keys.first',
  subject: id,
  detail: { purpose },
});
