import { LIMITS } from '@authly/contract/limits';
import type { Instant } from '../session/session.ts';
import { SERVICE, type Act } from './act.ts';
import { BEGINNING, type Head, type TrailRow } from './chain.ts';

const CLOSE = 'audit.close';
const ADOPT = 'audit.adopt';
const HEAD_LOST = 'audit.head_lost';

/** Far below the last whole number, so that acts can follow. */
const LAST_HEAD = Number.MAX_SAFE_INTEGER / 2;

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a closed segment leaves behind: the chain goes on from its last hash. */
export interface Closing {
  readonly lastSeq: number;
  readonly lastHash: string;
  readonly lastAt: Instant;
}

/** Rows from before this time are closed: whole days, so that there is at most one closing a day. */
export const closedBefore = (now: Instant): Instant => Math.floor((now - LIMITS.auditRetentionMs) / DAY_MS) * DAY_MS;

/** Which of the oldest rows are closed now. Closings alone are not worth one more: else the trail of an idle installation would never end. */
export function closable(oldest: readonly TrailRow[], before: Instant): readonly TrailRow[] {
  const kept = oldest.findIndex(({ at }) => at >= before);
  const rows = kept === -1 ? oldest : oldest.slice(0, kept);
  return rows.some(({ action }) => action !== CLOSE) ? rows : [];
}

/** The row that stands for these, which are the oldest and will be erased. It is written at the end of the chain. */
export function closingOf(rows: readonly TrailRow[], now: Instant): Act {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const detail = {
    first_seq: first.seq,
    last_seq: last.seq,
    last_hash: last.hash,
    last_at: new Date(Math.max(...rows.map(({ at }) => at))).toISOString(),
  };
  return { at: now, actor: SERVICE, action: CLOSE, subject: `rows ${first.seq}–${last.seq}`, detail };
}

export function readClosing({ action, detail }: TrailRow): Closing | undefined {
  if (action !== CLOSE) return undefined;
  try {
    const { last_seq, last_hash, last_at } = JSON.parse(detail) as Record<string, unknown>;
    return { lastSeq: Number(last_seq), lastHash: String(last_hash), lastAt: Date.parse(String(last_at)) };
  } catch {
    return undefined;
  }
}

/** A closing that hides rows which should still be there. */
export const isTooEarly = ({ lastAt }: Closing, at: Instant): boolean => !(lastAt < at - LIMITS.auditRetentionMs);

/**
 * Of rows that an export had, those that closings up to this one hide although they should still be there. When the newest of the closed rows was
 * written is only what the closings say; when an exported row was is certain.
 */
export const hiddenTooEarly = <Row extends Pick<TrailRow, 'seq' | 'at'>>(
  exported: readonly Row[],
  { lastSeq, lastAt }: Closing,
  now: Instant,
): Row[] => exported.filter(({ seq, at }) => seq <= lastSeq && (at > lastAt || at >= now - LIMITS.auditRetentionMs));

/** Acts from before the trail was chained, or of a process of an earlier release: from now on nobody can change them, but who did before cannot be known. */
export const adopted = (earlier: readonly Act[], now: Instant): Act[] =>
  earlier.length === 0
    ? []
    : [
        { at: now, actor: SERVICE, action: ADOPT, subject: 'earlier rows', detail: { rows: earlier.length } },
        ...earlier,
      ];

/** Where the trail goes on. A head row that is gone, or does not name the last row, holds up no act; the trail says so for ever. */
export function endOf(head: Head | undefined, last: Head = BEGINNING): { end: Head; isHeadLost: boolean } {
  const isHeadLost = head?.seq !== last.seq || head.hash !== last.hash;
  // A head that is ahead stands for rows that were cut off: their gap stays. One that has no number after it stands for nothing.
  const isAhead = head !== undefined && head.seq >= last.seq && head.seq < LAST_HEAD;
  return { end: isAhead ? head : last, isHeadLost };
}

export const headLost = (now: Instant): Act => ({
  at: now,
  actor: SERVICE,
  action: HEAD_LOST,
  subject: 'audit',
  detail: {},
});
export const isHeadLost = ({ action }: TrailRow): boolean => action === HEAD_LOST;
