import { LIMITS } from '@authly/contract/wire/limits';
import { attempted } from '../runtime/attempted.ts';
import { CLOCK_TOLERANCE_MS } from '../runtime/clock.ts';
import type { Instant } from '../session/session.ts';
import { BEGINNING } from './chain.ts';
import { SERVICE, type AuditEntry, type ChainHead, type NewAuditEntry } from './entry.ts';

const CLOSE = 'audit.close';
const HEAD_LOST = 'audit.head_lost';

/** Far below the largest safe integer, so that entries can follow. */
const LAST_HEAD = Number.MAX_SAFE_INTEGER / 2;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The chain continues from the last hash of the removed entries. */
export interface Closing {
  readonly lastSeq: number;
  readonly lastHash: string;
  readonly lastAt: Instant;
}

/** Whole days, so that the log gets at most one closing entry per day. */
export const closedBefore = (now: Instant): Instant => Math.floor((now - LIMITS.auditRetentionMs) / DAY_MS) * DAY_MS;

/** A clock was ahead when the entry was written. The entry is as old as its successor. */
const isAhead = ({ at }: Pick<AuditEntry, 'at'>, now: Instant): boolean => at > now + CLOCK_TOLERANCE_MS;

/** Returns the oldest entries to remove. Closings alone are kept: otherwise an idle installation would replace one by the next forever. */
export function closable(oldest: readonly AuditEntry[], before: Instant, now: Instant): readonly AuditEntry[] {
  const kept = oldest.findIndex((entry) => entry.at >= before && !isAhead(entry, now));
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  const rows = old.slice(0, old.findLastIndex((entry) => !isAhead(entry, now)) + 1);
  return rows.some(({ action }) => action !== CLOSE) ? rows : [];
}

export function closingOf(rows: readonly AuditEntry[], now: Instant): NewAuditEntry {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const detail = {
    first_seq: first.seq,
    last_seq: last.seq,
    last_hash: last.hash,
    last_at: new Date(Math.max(...rows.filter((row) => !isAhead(row, now)).map(({ at }) => at))).toISOString(),
  };
  return { at: now, actor: SERVICE, action: CLOSE, subject: `rows ${first.seq}–${last.seq}`, detail };
}

export function readClosing({ action, detail }: AuditEntry): Closing | undefined {
  if (action !== CLOSE) return undefined;
  return attempted(() => {
    const { last_seq, last_hash, last_at } = JSON.parse(detail) as Record<string, unknown>;
    return { lastSeq: Number(last_seq), lastHash: String(last_hash), lastAt: Date.parse(String(last_at)) };
  });
}

export const isTooEarly = ({ lastAt }: Closing, at: Instant): boolean => !(lastAt < at - LIMITS.auditRetentionMs);

/** Uses the times of the exported entries, because those in a closing may be forged. */
export const hiddenTooEarly = <Entry extends Pick<AuditEntry, 'seq' | 'at'>>(
  exported: readonly Entry[],
  { lastSeq, lastAt }: Closing,
  now: Instant,
): Entry[] =>
  exported.filter((entry, i) => {
    const { at } = (isAhead(entry, now) && exported.slice(i).find((later) => !isAhead(later, now))) || entry;
    return entry.seq <= lastSeq && (at > lastAt || at >= now - LIMITS.auditRetentionMs);
  });

/** A missing or wrong chain head blocks no operator action. An entry records it. */
export function endOf(
  head: ChainHead | undefined,
  last: ChainHead = BEGINNING,
): { end: ChainHead; isHeadLost: boolean } {
  const isHeadLost = head?.seq !== last.seq || head.hash !== last.hash;
  // A head that is ahead means that entries were cut off, and their gap stays visible. Beyond LAST_HEAD it is ignored.
  const isAhead = head !== undefined && head.seq >= last.seq && head.seq < LAST_HEAD;
  return { end: isAhead ? head : last, isHeadLost };
}

export const headLost = (now: Instant): NewAuditEntry => ({
  at: now,
  actor: SERVICE,
  action: HEAD_LOST,
  subject: 'audit',
  detail: {},
});
export const isHeadLost = ({ action }: AuditEntry): boolean => action === HEAD_LOST;
