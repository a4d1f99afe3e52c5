import { generateKeyPairSync, sign } from 'node:crypto';
import { LIMITS } from '@authly/contract/wire/limits';
import { describe, expect, it } from 'vitest';
import type { AuditEntry, ChainHead, NewAuditEntry } from './entry.ts';
import { BEGINNING, chain } from './chain.ts';
import { AuditLogCheck, type EarlierExport } from './check-log.ts';
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

function problems(
  rows: readonly AuditEntry[],
  head: ChainHead | undefined = rows.at(-1),
  known?: EarlierExport,
): string[] {
  const check = new AuditLogCheck(known);
  for (const row of rows) check.add(row);
  return check.end(head).map(({ seq, problem }) => `${seq} ${problem}`);
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

  it('that was not modified has no findings', () => {
    expect(problems(log())).toEqual([]);
    expect(problems([], BEGINNING)).toEqual([]);
  });

  it('with an entry replaced together with its hash: the entry is reported', () => {
    expect(problems(rewritten(log(), 3, 3))).toEqual(['3 rewritten']);
    expect(problems(rewritten(log(), 3, 4))).toEqual(['4 rewritten']);
  });

  it('rewritten to its end with the head: detected by an earlier exported head', () => {
    const known = exported([log()[4]!]);
    const other = rewritten(log(), 2, 6);
    expect(problems(other)).toEqual([]);
    expect(problems(other, other.at(-1), known)).toEqual(['5 rewritten']);
    expect(problems(log(), log().at(-1), known)).toEqual([]);
  });

  it('cut off at its end with the head: detected by an earlier exported head', () => {
    const cut = log().slice(0, 3);
    expect(problems(cut)).toEqual([]);
    expect(problems(cut, cut.at(-1), exported(log().slice(-1)))).toEqual(['4 missing']);
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
      expect(problems(forged)).toEqual([]);
      expect(problems(forged, forged.at(-1), exported([rows[39]!]))).toEqual(['40 missing']);
      expect(problems(forged, forged.at(-1), exported(rows.slice(0, 40)))).toEqual(['1 missing']);
      expect(problems(forged, forged.at(-1), exported(rows.slice(0, 48)))).toEqual(['1 missing']);
    },
  );

  it('with entries closed on time: no findings against an export, even if a clock was set back in between', () => {
    const rows = log(20).map((row, i) => ({ ...row, at: i < 5 ? row.at + 9 * DAY : row.at }));
    const entries = rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as NewAuditEntry['detail'] }));
    const now = BEGAN + LIMITS.auditRetentionMs + 10 * DAY;
    const all = chain(BEGINNING, entries);
    const first = chain(all.at(-1)!, [closingOf(all.slice(0, 5), now)]);
    const second = chain(first.at(-1)!, [closingOf(all.slice(5, 15), now)]);
    const left = [...all.slice(15), ...first, ...second];
    for (const known of [all.slice(0, 5), all.slice(0, 12), all.slice(9, 18), all])
      expect(problems(left, left.at(-1), exported(known, now))).toEqual([]);
    expect(problems(left, left.at(-1), exported(all, now - 8 * DAY))).toEqual(['1 missing']);
  });

  it('with entries renumbered after one was removed: reports the original number of each', () => {
    const rows = log();
    const renumbered = [...rows.slice(0, 2), ...rows.slice(3).map((row) => ({ ...row, seq: row.seq - 1 }))];
    expect(problems(renumbered)).toContain('3 reordered');
  });

  it('with a thousand wrong entries reports a hundred', () => {
    expect(problems(log(1000).map((row) => ({ ...row, actor: 'x' })))).toHaveLength(100);
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
