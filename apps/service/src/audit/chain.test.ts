import { generateKeyPairSync, sign } from 'node:crypto';
import { LIMITS } from '@authly/contract/limits';
import { describe, expect, it } from 'vitest';
import type { Act } from './act.ts';
import { BEGINNING, chain, type Head, type TrailRow } from './chain.ts';
import { TrailCheck, type Exported } from './check-trail.ts';
import { closingOf } from './segments.ts';
import { isSignedBy, signHead } from './signed-head.ts';

const DAY = 24 * 60 * 60 * 1000;
const YEAR = 365 * DAY;
const BEGAN = Date.UTC(2026, 0, 1);

const act = (n: number): Act => ({
  at: BEGAN + n,
  actor: 'operator:kim',
  action: 'client.add',
  subject: `c${n}`,
  detail: { n },
});
const trail = (count = 6): TrailRow[] =>
  chain(
    BEGINNING,
    Array.from({ length: count }, (_, n) => act(n)),
  );

function problems(rows: readonly TrailRow[], head: Head | undefined = rows.at(-1), known?: Exported): string[] {
  const check = new TrailCheck(known);
  for (const row of rows) check.add(row);
  return check.end(head).map(({ seq, problem }) => `${seq} ${problem}`);
}

/** An export of these rows, or of its last line alone, that is compared a day after the trail began. */
const exported = (rows: readonly TrailRow[], now = BEGAN + DAY): Exported => ({ head: rows.at(-1)!, rows, now });

/** As somebody does who knows how rows are hashed: everything from this row on is made anew. */
function rewritten(rows: readonly TrailRow[], from: number, until: number): TrailRow[] {
  const acts = rows.slice(from - 1, until).map((row) => ({ ...row, detail: JSON.parse(row.detail) as Act['detail'] }));
  acts[0] = { ...acts[0]!, actor: 'operator:lee' };
  return [...rows.slice(0, from - 1), ...chain(rows[from - 2] ?? BEGINNING, acts), ...rows.slice(until)];
}

/** As somebody does who wants rows to be gone: a row at the end says that they were old, and was written then. */
function closed(rows: readonly TrailRow[], lastSeq: number, lastAt: number, at: number): TrailRow[] {
  const gone = rows.slice(0, lastSeq).map((row, i) => ({ ...row, at: i === 0 ? lastAt : Math.min(row.at, lastAt) }));
  return [...rows.slice(lastSeq), ...chain(rows.at(-1)!, [closingOf(gone, at)])];
}

describe('a trail of acts', () => {
  it('has hashes that anybody can make again', () => {
    const early = [0, 1].map((n) => ({ ...act(n), at: 1_000_000 + n }));
    expect(chain(BEGINNING, early).map(({ hash }) => hash)).toEqual([
      '8cf93fc30897025f7d2e6b40042aad6914a2ceb777c334608396c302ab1e520b',
      '848724675f041dfe8e7a04cf9ee3b43a60d73cca9fbfe888cccd0a8f32e0d050',
    ]);
  });

  it('that is as it was written has nothing to find', () => {
    expect(problems(trail())).toEqual([]);
    expect(problems([], BEGINNING)).toEqual([]);
  });

  it('of which a row was replaced together with its hash: the row is named', () => {
    expect(problems(rewritten(trail(), 3, 3))).toEqual(['3 rewritten']);
    expect(problems(rewritten(trail(), 3, 4))).toEqual(['4 rewritten']);
  });

  it('that was rewritten to its end, head and all, shows against a head that was exported before', () => {
    const known = exported([trail()[4]!]);
    const other = rewritten(trail(), 2, 6);
    expect(problems(other)).toEqual([]);
    expect(problems(other, other.at(-1), known)).toEqual(['5 rewritten']);
    expect(problems(trail(), trail().at(-1), known)).toEqual([]);
  });

  it('whose tail was cut off together with the head shows against a head that was exported before', () => {
    const cut = trail().slice(0, 3);
    expect(problems(cut)).toEqual([]);
    expect(problems(cut, cut.at(-1), exported(trail().slice(-1)))).toEqual(['4 missing']);
  });

  it.each([
    ['written now', -3 * YEAR, DAY],
    ['written just outside the retention', DAY - LIMITS.auditRetentionMs - 1, DAY],
    ['written years ahead', YEAR, 4 * YEAR],
  ])(
    'whose exported rows were removed behind a closing %s shows against the export, or its last line alone',
    (_, lastAt, at) => {
      const rows = trail(50);
      const forged = closed(rows, 45, BEGAN + lastAt, BEGAN + at);
      expect(problems(forged)).toEqual([]);
      expect(problems(forged, forged.at(-1), exported([rows[39]!]))).toEqual(['40 missing']);
      expect(problems(forged, forged.at(-1), exported(rows.slice(0, 40)))).toEqual(['1 missing']);
      expect(problems(forged, forged.at(-1), exported(rows.slice(0, 48)))).toEqual(['1 missing']);
    },
  );

  it('whose rows were closed in their time holds against an export of them, also where a clock was set back between', () => {
    const rows = trail(20).map((row, i) => ({ ...row, at: i < 5 ? row.at + 9 * DAY : row.at }));
    const acts = rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Act['detail'] }));
    const now = BEGAN + LIMITS.auditRetentionMs + 10 * DAY;
    const all = chain(BEGINNING, acts);
    const first = chain(all.at(-1)!, [closingOf(all.slice(0, 5), now)]);
    const second = chain(first.at(-1)!, [closingOf(all.slice(5, 15), now)]);
    const left = [...all.slice(15), ...first, ...second];
    for (const known of [all.slice(0, 5), all.slice(0, 12), all.slice(9, 18), all])
      expect(problems(left, left.at(-1), exported(known, now))).toEqual([]);
    expect(problems(left, left.at(-1), exported(all, now - 8 * DAY))).toEqual(['1 missing']);
  });

  it('whose rows were renumbered after one was taken out: each says where it stood', () => {
    const rows = trail();
    const renumbered = [...rows.slice(0, 2), ...rows.slice(3).map((row) => ({ ...row, seq: row.seq - 1 }))];
    expect(problems(renumbered)).toContain('3 reordered');
  });

  it('with a thousand wrong rows names a hundred', () => {
    expect(problems(trail(1000).map((row) => ({ ...row, actor: 'x' })))).toHaveLength(100);
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
  it('holds for exactly what was signed', async () => {
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
