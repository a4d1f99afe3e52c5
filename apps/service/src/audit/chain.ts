import { createHash } from 'node:crypto';
import { canonicalJson } from '@authly/contract/canonical-json';
import type { Act } from './act.ts';

/** The last row of the trail, as the store keeps it beside the rows: a tail that was cut off shows. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** One row as it is stored. `detail` is canonical JSON. */
export interface TrailRow extends Omit<Act, 'detail'>, Head {
  readonly detail: string;
  /** The hash of the row before. */
  readonly previous: string;
}

/** What the first row follows. */
export const BEGINNING: Head = { seq: 0, hash: '0'.repeat(64) };

/** The last that has a date. */
const LAST_INSTANT = 8.64e15;

/** These acts as the rows that come after `head`, each bound to everything before it. */
export function chain(head: Head, acts: readonly Act[]): TrailRow[] {
  const rows: TrailRow[] = [];
  for (const act of acts) {
    const { seq, hash: previous } = rows.at(-1) ?? head;
    const unhashed = {
      seq: seq + 1,
      at: Math.min(Math.max(Math.trunc(act.at), 0), LAST_INSTANT),
      actor: storable(act.actor),
      action: storable(act.action),
      subject: storable(act.subject),
      detail: storable(canonicalJson(act.detail)),
      previous,
    };
    rows.push({ ...unhashed, hash: rowHash(unhashed)! });
  }
  return rows;
}

/**
 * SHA-256 over the hash of the row before and the row's own fields, with the time as exports show it, so that anybody can check an export
 * by hand. Undefined: these fields cannot have been written by `chain`.
 */
export function rowHash({
  seq,
  at,
  actor,
  action,
  subject,
  detail,
  previous,
}: Omit<TrailRow, 'hash'>): string | undefined {
  try {
    const parsed = JSON.parse(detail) as Act['detail'];
    if (canonicalJson(parsed) !== detail) return undefined;
    const row = { seq, at: new Date(at).toISOString(), actor, action, subject, detail: parsed };
    return createHash('sha256')
      .update(`authly-audit-row-v1\n${previous}\n${canonicalJson(row)}`)
      .digest('hex');
  } catch {
    return undefined;
  }
}

/** Text that both databases give back as they took it: a row must not look changed because one of them cannot hold it. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');
