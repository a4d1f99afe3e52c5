import { BIO_LIMITS, LIMITS } from '@authly/contract/wire/limits';
import type { Instant } from '../session/session.ts';
import type { StoredPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';

type KeyStatus = 'announced' | 'active' | 'retiring' | 'removed';

/** How long a key stays valid after its successor became active. */
const OVERLAP_MS: Record<StoredPurpose, number> = {
  'bio-signing': BIO_LIMITS.retiringMs,
  // The last token has expired by then, with tolerance for clocks.
  'access-token': LIMITS.accessTokenLifetimeS * 1000 + 60_000,
  // The last session can no longer be read.
  'hosted-token': LIMITS.sessionLifetimeMaxS * 1000 + LIMITS.hostedReadAfterExpiryMs + LIMITS.idempotencyRetentionMs,
  // As long as audit entries are kept.
  'audit-head': LIMITS.auditRetentionMs,
  // An operator withdraws it after users have enrolled again.
  'capture-sealing': Infinity,
  // Files of moving merchants that are on their way.
  'cell-transfer': BIO_LIMITS.retiringMs,
  'store-secret': Infinity,
};

export interface KeyStanding {
  readonly key: KeyRecord;
  readonly status: KeyStatus;
  readonly switchAt: Instant;
  /** When it is no longer used; null without a successor, and for a key that must be withdrawn. */
  readonly removalAt: Instant | null;
}

/** The status follows from the time and the other keys of the purpose, so no job runs at a switch. */
export function keysAt(records: readonly KeyRecord[], now: Instant): KeyStanding[] {
  const inOrder = [...records].sort(
    (a, b) => a.activatesAt - b.activatesAt || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  const standings = inOrder.map((key, i) => standing(key, inOrder.slice(i + 1).find(everActive), now));
  // A clock that was ahead may have created only later keys. Then the earliest one is active.
  const next = standings.some(({ status }) => status === 'active')
    ? undefined
    : standings.find(({ status }) => status === 'announced');
  return standings.map((each) => (each === next ? { ...each, status: 'active' } : each));
}

/** A key removed before its switch was never active. */
const everActive = (key: KeyRecord): boolean => key.removedAt === null || key.removedAt > key.activatesAt;

function standing(key: KeyRecord, successor: KeyRecord | undefined, now: Instant): KeyStanding {
  const overlap = OVERLAP_MS[key.purpose];
  const scheduled = successor === undefined || overlap === Infinity ? null : successor.activatesAt + overlap;
  const removalAt = key.removedAt === null ? scheduled : Math.min(key.removedAt, scheduled ?? Infinity);
  return { key, switchAt: key.activatesAt, removalAt, status: statusAt(key, successor, removalAt, now) };
}

function statusAt(
  key: KeyRecord,
  successor: KeyRecord | undefined,
  removalAt: Instant | null,
  now: Instant,
): KeyStatus {
  // A removed key stays removed even if the clock that removed it was ahead, and a destroyed one whatever its row says.
  if (key.removedAt !== null || key.sealed.length === 0 || (removalAt !== null && now >= removalAt)) return 'removed';
  if (now < key.activatesAt) return 'announced';
  return successor !== undefined && now >= successor.activatesAt ? 'retiring' : 'active';
}
