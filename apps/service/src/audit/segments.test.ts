import { describe, expect, it } from 'vitest';
import { BEGINNING, chain } from './chain.ts';
import type { AuditEntry } from './entry.ts';
import { closable, closedBefore, closingOf, endOf, hiddenTooEarly, isTooEarly, readClosing } from './segments.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2028, 0, 15, 9);
/** 730 days are kept. */
const OLD = NOW - 730 * DAY;
/** A clock may be 5 s ahead. */
const AHEAD = NOW + 5001;

const rowsAt = (...times: number[]): AuditEntry[] =>
  chain(
    BEGINNING,
    times.map((at) => ({ at, actor: 'operator:kim', action: 'client.add', subject: 'c', detail: {} })),
  );
const seqs = (rows: readonly { seq: number }[]): number[] => rows.map(({ seq }) => seq);

it('entries are closed at the start of the day, 730 days later', () => {
  const midnight = OLD - 9 * 3_600_000;
  expect([closedBefore(NOW), closedBefore(midnight + 730 * DAY - 1)]).toEqual([midnight, midnight - DAY]);
});

it('an entry is closed from its time on; one from a clock that was ahead, with its successor', () => {
  const closed = (...times: number[]): number[] => seqs(closable(rowsAt(...times), OLD, NOW));
  expect(closed(OLD - 1, OLD)).toEqual([1]);
  expect(closed(OLD - 1, AHEAD, OLD - 1, OLD)).toEqual([1, 2, 3]);
  expect(closed(OLD - 1, AHEAD)).toEqual([1]);
  expect(closed(OLD - 1, AHEAD - 1, OLD - 1)).toEqual([1]);
  const closing = chain(BEGINNING, [closingOf(rowsAt(OLD - 1), NOW)]);
  expect(closable(closing, Infinity, NOW)).toEqual([]);
});

it('a closing names its last entry, and the latest time of a right clock', () => {
  const rows = rowsAt(OLD - 1, AHEAD, OLD - 9);
  const [entry] = chain(rows.at(-1)!, [closingOf(rows, NOW)]);
  expect(entry).toMatchObject({ actor: 'service', subject: 'rows 1–3', at: NOW });
  expect(readClosing(entry!)).toEqual({ lastSeq: 3, lastHash: rows[2]!.hash, lastAt: OLD - 1 });
  expect(readClosing(rows[0]!)).toBeUndefined();
  expect([OLD - 1, OLD].map((lastAt) => isTooEarly({ lastSeq: 1, lastHash: '', lastAt }, NOW))).toEqual([false, true]);
});

it('an exported entry is hidden too early if its own time says so, or that of the entry after it', () => {
  const hidden = (lastAt: number, ...times: number[]): number[] =>
    seqs(hiddenTooEarly(rowsAt(...times), { lastSeq: 3, lastHash: '', lastAt }, NOW));
  expect(hidden(OLD - 1, OLD - 1, OLD - 1, OLD, OLD)).toEqual([3]);
  expect(hidden(OLD - 2, OLD - 1, OLD - 2)).toEqual([1]);
  expect(hidden(OLD - 1, AHEAD, OLD - 1)).toEqual([]);
  expect(hidden(OLD - 1, AHEAD - 1, OLD - 1)).toEqual([1]);
});

describe('the end of the log', () => {
  const last = { seq: 5, hash: 'a' };
  it.each([
    ['the head of the last entry', last, last, false],
    ['no head', undefined, last, true],
    ['a head behind it', { seq: 4, hash: 'b' }, last, true],
    ['another head at it', { seq: 5, hash: 'b' }, { seq: 5, hash: 'b' }, true],
    ['a head ahead of it', { seq: 6, hash: 'b' }, { seq: 6, hash: 'b' }, true],
    ['a head that nothing can follow', { seq: Number.MAX_SAFE_INTEGER, hash: 'b' }, last, true],
  ])('with %s', (_, head, end, isHeadLost) => {
    expect(endOf(head, last)).toEqual({ end, isHeadLost });
  });
});
