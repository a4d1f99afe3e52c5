import { BIO_LIMITS, LIMITS } from '@authly/contract/limits';
import type { Instant } from '../session/session.ts';
import type { KeyPurpose } from '../config/key-purposes.ts';
import type { KeyRecord } from './key-record.ts';

export type KeyStatus = 'announced' | 'active' | 'retiring' | 'removed';

/** How long a key stays good after its successor took over. */
const OVERLAP_MS: Record<KeyPurpose, number> = {
  'bio-signing': BIO_LIMITS.retiringMs,
  // The last token it signed has expired by then; the rest is allowance for clocks that differ.
  'access-token': LIMITS.accessTokenLifetimeS * 1000 + 60_000,
  // The last page it opened has ended: session, and what may be read after it.
  'hosted-token': LIMITS.sessionLifetimeMaxS * 1000 + LIMITS.hostedReadAfterExpiryMs + LIMITS.idempotencyRetentionMs,
  // A head that it signed is worth something for as long as the rows before it are there.
  'audit-head': LIMITS.auditRetentionMs,
};

export interface KeyStanding {
  readonly key: KeyRecord;
  readonly status: KeyStatus;
  /** When it became, or will become, the active one. */
  readonly switchAt: Instant;
  /** When it is, or was, no longer published; null while no successor is known. */
  readonly removalAt: Instant | null;
}

/** A key's status is a function of time and of the other keys of its purpose: nothing has to run for a rotation to happen. */
export function keysAt(records: readonly KeyRecord[], now: Instant): KeyStanding[] {
  const inOrder = [...records].sort(
    (a, b) => a.activatesAt - b.activatesAt || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  const standings = inOrder.map((key, i) => standing(key, inOrder.slice(i + 1).find(everActive), now));
  // A clock that was ahead made keys that begin only later. Somebody has to sign: the earliest of them does.
  const next = standings.some(({ status }) => status === 'active')
    ? undefined
    : standings.find(({ status }) => status === 'announced');
  return standings.map((each) => (each === next ? { ...each, status: 'active' } : each));
}

export interface Timetable {
  readonly standings: readonly KeyStanding[];
  /** The standings hold from this instant on, and until the first change after it. */
  readonly from: Instant;
  readonly until: Instant;
}

export function timetableAt(records: readonly KeyRecord[], now: Instant): Timetable {
  const standings = keysAt(records, now);
  const changes = standings
    .flatMap(({ switchAt, removalAt }) => [switchAt, removalAt ?? Infinity])
    .filter((at) => at > now);
  return { standings, from: now, until: Math.min(...changes) };
}

/** A key withdrawn before its switch never took over from anybody. */
const everActive = (key: KeyRecord): boolean => key.removedAt === null || key.removedAt > key.activatesAt;

function standing(key: KeyRecord, successor: KeyRecord | undefined, now: Instant): KeyStanding {
  const scheduled = successor === undefined ? null : successor.activatesAt + OVERLAP_MS[key.purpose];
  const removalAt = key.removedAt === null ? scheduled : Math.min(key.removedAt, scheduled ?? Infinity);
  return { key, switchAt: key.activatesAt, removalAt, status: statusAt(key, successor, removalAt, now) };
}

function statusAt(
  key: KeyRecord,
  successor: KeyRecord | undefined,
  removalAt: Instant | null,
  now: Instant,
): KeyStatus {
  // What an emergency took out of service stays out, whatever the clock says by which it was done.
  if (key.removedAt !== null || (removalAt !== null && now >= removalAt)) return 'removed';
  if (now < key.activatesAt) return 'announced';
  return successor !== undefined && now >= successor.activatesAt ? 'retiring' : 'active';
}
