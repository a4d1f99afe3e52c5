import type { TrailRow } from '../audit/chain.ts';
import { isoTime } from './operator.ts';
import type { TrailRowView } from './views.ts';

export const trailRowView = ({ seq, at, actor, action, subject, detail, previous, hash }: TrailRow): TrailRowView => ({
  seq,
  at: dateOf(at),
  actor,
  action,
  subject,
  detail: detailOf(detail),
  previous,
  hash,
});

/** Somebody may have written anything over them. */
export function dateOf(at: number): string | number {
  try {
    return isoTime(at)!;
  } catch {
    return at;
  }
}

function detailOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
