import { BIO_LIMITS } from '@authly/contract/wire/limits';
import type { Environment } from '../runtime/environment.ts';
import type { Instant } from '../session/session.ts';
import type { KeyPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';
import { keysAt } from './key-status.ts';
import type { MasterKey } from '../config/master-key.ts';
import { newKey, type MadeKey } from './new-key.ts';
import { emergencyNotice, rotationNotice } from './rotation-notice.ts';
import { unseal } from './seal.ts';
import { RefusedError } from '../runtime/refused-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RotationInput {
  readonly purpose: KeyPurpose;
  readonly records: readonly KeyRecord[];
  readonly environment: Environment;
  readonly master: MasterKey;
  readonly now: Instant;
  readonly made?: MadeKey | undefined;
}

/** Merchants are notified of a new signing key in advance. Internal keys only have to reach every process before their first use. */
export const NOTICE_MS: Record<KeyPurpose, number> = {
  'bio-signing': BIO_LIMITS.rotationNoticeMs,
  'access-token': 60_000,
  'hosted-token': 60_000,
  'audit-head': 60_000,
  'capture-sealing': 60_000,
  'cell-transfer': 60_000,
};

export function scheduleRotation({ switchAt, ...input }: RotationInput & { readonly switchAt: Instant }) {
  const { purpose, records, now } = input;
  if (!(switchAt - now >= NOTICE_MS[purpose])) {
    throw new RefusedError(
      `a rotation of the ${purpose} key must be announced at least ${inWords(NOTICE_MS[purpose])} ahead: the earliest switch is ${new Date(now + NOTICE_MS[purpose]).toISOString()}`,
    );
  }
  const standings = keysAt(records, now);
  const announced = standings.find(({ status }) => status === 'announced');
  if (announced)
    throw new RefusedError(
      `key ${announced.key.id} is already announced for ${new Date(announced.switchAt).toISOString()}`,
    );
  const active = standings.find(({ status }) => status === 'active');
  if (!active) throw new RefusedError(`there is no active ${purpose} key to rotate: start the service first`);
  requireMaster(input, active.key);
  const added = newKey({ ...input, activatesAt: switchAt });
  const notice =
    purpose === 'bio-signing'
      ? rotationNotice({
          oldKeyId: active.key.id,
          newKeyId: added.id,
          switchAt,
          removalAt: switchAt + BIO_LIMITS.retiringMs,
        })
      : null;
  return { added, notice };
}

/** Removes the compromised key, by default the active one, and activates a new key. There is no overlap. */
export function emergencyRotation(input: RotationInput & { readonly suspectId?: string | undefined }) {
  const { purpose, records, now, suspectId } = input;
  const standings = keysAt(records, now);
  const suspect = standings.find(({ key, status }) =>
    suspectId === undefined ? status === 'active' : key.id === suspectId,
  );
  if (purpose === 'capture-sealing' && suspectId === undefined)
    throw new RefusedError(
      'name the compromised key: every enrollment sealed with it ends as template_invalid, and those users enroll again',
    );
  if (!suspect)
    throw new RefusedError(
      suspectId === undefined ? `there is no active ${purpose} key` : `there is no ${purpose} key ${suspectId}`,
    );
  if (suspect.status === 'removed') throw new RefusedError(`key ${suspect.key.id} is already removed`);
  requireMaster(input, suspect.key);
  const added = newKey({ ...input, activatesAt: now });
  const notice =
    purpose === 'bio-signing' ? emergencyNotice({ suspectKeyId: suspect.key.id, newKeyId: added.id, at: now }) : null;
  return { added, removedIds: [suspect.key.id], notice };
}

const inWords = (ms: number): string => (ms >= DAY_MS ? `${ms / DAY_MS} days` : `${ms / 1000} seconds`);

/** A new key sealed with a wrong master key would fail only at its switch. */
function requireMaster({ environment, master }: RotationInput, key: KeyRecord): void {
  unseal(master, { environment, purpose: key.purpose, keyId: key.id }, key.sealed).fill(0);
}
