import { generateKeyPairSync, sign } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { describe, expect, it } from 'vitest';
import type { AuditEntry, ChainHead, NewAuditEntry } from './entry.ts';
import { BEGINNING, chain } from './chain.ts';
import { AuditLogCheck, type BrokenLink, type EarlierExport } from './check-log.ts';
import { closingOf } from './segments.ts';
import { isSignedBy, signHead } from './signed-head.ts';

const DAY = 24 * 60 * 60 * 1000;
const YEAR = 365 * DAY;
const BEGAN = Date.UTC(2026, 0, 1);

const entry = (n: number): NewAuditEntry => ({
  at: BEGAN + n,
  actor: 'operator:kim',
  action: 'client.add',
  subject: `c${n}`,
  detail: { n },
});
const log = (count = 6): AuditEntry[] =>
  chain(
    BEGINNING,
    Array.from({ length: count }, (_, n) => entry(n)),
  );

function brokenAt(
  rows: readonly AuditEntry[],
  head: ChainHead | undefined = rows.at(-1),
  known?: EarlierExport,
): BrokenLink['seq'] | undefined {
  const check = new AuditLogCheck(known);
  for (const row of rows) check.add(row);
  return check.end(head)?.seq;
}

/** An export of these entries, or only of its last line, compared a day after the log began. */
const exported = (rows: readonly AuditEntry[], now = BEGAN + DAY): EarlierExport => ({ head: rows.at(-1)!, rows, now });

/** An attacker who knows the hash function rewrites everything from this entry on. */
function rewritten(rows: readonly AuditEntry[], from: number, until: number): AuditEntry[] {
  const entries = rows
    .slice(from - 1, until)
    .map((row) => ({ ...row, detail: JSON.parse(row.detail) as NewAuditEntry['detail'] }));
  entries[0] = { ...entries[0]!, actor: 'operator:lee' };
  return [...rows.slice(0, from - 1), ...chain(rows[from - 2] ?? BEGINNING, entries), ...rows.slice(until)];
}

/** An attacker hides entries behind a forged closing. */
function closed(rows: readonly AuditEntry[], lastSeq: number, lastAt: number, at: number): AuditEntry[] {
  const gone = rows.slice(0, lastSeq).map((row, i) => ({ ...row, at: i === 0 ? lastAt : Math.min(row.at, lastAt) }));
  return [...rows.slice(lastSeq), ...chain(rows.at(-1)!, [closingOf(gone, at)])];
}

describe('an audit log', () => {
  it('has hashes that can be recomputed', () => {
    const early = [0, 1].map((n) => ({ ...entry(n), at: 1_000_000 + n }));
    expect(chain(BEGINNING, early).map(({ hash }) => hash)).toEqual([
      '8cf93fc30897025f7d2e6b40042aad6914a2ceb777c334608396c302ab1e520b',
      '848724675f041dfe8e7a04cf9ee3b43a60d73cca9fbfe888cccd0a8f32e0d050',
    ]);
  });

  it('that was not modified holds', () => {
    expect(brokenAt(log())).toBeUndefined();
    expect(brokenAt([], BEGINNING)).toBeUndefined();
  });

  it('is broken at the first entry that was changed, with the time of that entry', () => {
    const check = new AuditLogCheck();
    for (const row of log()) check.add(row.seq > 2 ? { ...row, actor: 'x' } : row);
    expect(check.end(log().at(-1))).toMatchObject({ seq: 3, at: log()[2]!.at });
  });

  it('with entries replaced together with their hashes: broken at the entry after them', () => {
    expect(brokenAt(rewritten(log(), 3, 3))).toBe(4);
    expect(brokenAt(rewritten(log(), 3, 4))).toBe(5);
    expect(brokenAt(rewritten(log(), 3, 6), log().at(-1))).toBe(6);
  });

  it('with a removed beginning: broken at the oldest entry that is left, even if a later entry was changed', () => {
    const cut = log().slice(2);
    expect(brokenAt(cut)).toBe(3);
    expect(brokenAt(cut.with(2, { ...cut[2]!, actor: 'x' }))).toBe(3);
  });

  it('rewritten to its end with the head: detected by an earlier exported head', () => {
    const known = exported([log()[4]!]);
    const other = rewritten(log(), 2, 6);
    expect(brokenAt(other)).toBeUndefined();
    expect(brokenAt(other, other.at(-1), known)).toBe(5);
    expect(brokenAt(log(), log().at(-1), known)).toBeUndefined();
  });

  it('cut off at its end with the head: detected by an earlier exported head', () => {
    const cut = log().slice(0, 3);
    expect(brokenAt(cut)).toBeUndefined();
    expect(brokenAt(cut, cut.at(-1), exported(log().slice(-1)))).toBe(3);
  });

  it.each([
    ['written now', -3 * YEAR, DAY],
    ['written just outside the retention', DAY - LIMITS.auditRetentionMs - 1, DAY],
    ['written years ahead', YEAR, 4 * YEAR],
  ])(
    'with exported entries hidden behind a closing %s: detected by the export, or by its last line alone',
    (_, lastAt, at) => {
      const rows = log(50);
      const forged = closed(rows, 45, BEGAN + lastAt, BEGAN + at);
      expect(brokenAt(forged)).toBeUndefined();
      expect(brokenAt(forged, forged.at(-1), exported([rows[39]!]))).toBe(40);
      expect(brokenAt(forged, forged.at(-1), exported(rows.slice(0, 40)))).toBe(1);
      expect(brokenAt(forged, forged.at(-1), exported(rows.slice(0, 48)))).toBe(1);
    },
  );

  it('with entries closed on time: holds against an export, even if a clock was set back in between', () => {
    const rows = log(20).map((row, i) => ({ ...row, at: i < 5 ? row.at + 9 * DAY : row.at }));
    const entries = rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as NewAuditEntry['detail'] }));
    const now = BEGAN + LIMITS.auditRetentionMs + 10 * DAY;
    const all = chain(BEGINNING, entries);
    const first = chain(all.at(-1)!, [closingOf(all.slice(0, 5), now)]);
    const second = chain(first.at(-1)!, [closingOf(all.slice(5, 15), now)]);
    const left = [...all.slice(15), ...first, ...second];
    for (const known of [all.slice(0, 5), all.slice(0, 12), all.slice(9, 18), all])
      expect(brokenAt(left, left.at(-1), exported(known, now))).toBeUndefined();
    expect(brokenAt(left, left.at(-1), exported(all, now - 8 * DAY))).toBe(1);
    const other = { ...exported(all.slice(0, 15), now), head: { seq: 15, hash: 'ab' } };
    expect(brokenAt(left, left.at(-1), other)).toBe(15);
  });
});

describe('a signed head', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const head = {
    seq: 6,
    hash: 'ab',
    environment: 'test' as const,
    at: '2026-01-01T00:00:00.000Z',
    key_id: 'aud_1',
    row_at: null,
  };
  it('is valid only for the signed data', async () => {
    const signed = await signHead(head, async (data) => sign(null, data, privateKey));
    expect(isSignedBy(signed, publicKey)).toBe(true);
    for (const changed of [
      { seq: 7 },
      { hash: 'ac' },
      { environment: 'production' as const },
      { at: 'x' },
      { row_at: '2026-01-01T00:00:00.000Z' },
      { key_id: 'aud_2' },
    ])
      expect(isSignedBy({ ...signed, ...changed }, publicKey)).toBe(false);
    expect(isSignedBy({ ...signed, signature_base64: 'no' }, publicKey)).toBe(false);
  });
});
