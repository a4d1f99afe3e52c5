import { LIMITS } from '@authly/contract/wire/limits';
import { expect, it } from 'vitest';
import type { AuditEntry, NewAuditEntry } from '../../audit/entry.ts';
import { AuditLogCheck, type EarlierExport } from '../../audit/check-log.ts';
import type { Store } from '../port/store.ts';
import type { Below } from './opening.ts';
import { NOW, sampleKey, sampleMerchant } from './samples.ts';
import type { Fixture } from './fixture.ts';

const entry = (n: number, fields: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  at: NOW + n,
  actor: 'operator:kim',
  action: 'merchant.add',
  subject: `mer_${n}`,
  detail: { n, ok: true, note: '한글 👍', none: null },
  ...fields,
});

const seen = ({ at, actor, action, subject, detail }: AuditEntry): NewAuditEntry => ({
  at,
  actor,
  action,
  subject,
  detail: JSON.parse(detail) as NewAuditEntry['detail'],
});
const subjects = async (store: Store): Promise<string[]> =>
  (await store.audit.list(99)).map(({ subject }) => subject).toReversed();

async function brokenAt(store: Store, known?: EarlierExport): Promise<number | undefined> {
  const check = new AuditLogCheck(known);
  const head = await store.audit.read((row) => check.add(row));
  return check.end(head)?.seq;
}

export function audit(fixture: () => Fixture, below: Below): void {
  it('entries are found by parts of actor, action and subject, and by time', async () => {
    const { store } = fixture();
    await store.audit.write(entry(1));
    await store.audit.write(entry(2, { actor: 'console:Ada', action: 'keys.schedule', subject: 'key_50%' }));
    await store.audit.write(entry(3, { actor: 'console:Ada' }));
    const found = async (filter: object, limit = 9, before?: number): Promise<string[]> =>
      (await store.audit.list(limit, before, filter)).map(({ subject }) => subject);
    expect(await found({ actor: 'ADA' })).toEqual(['mer_3', 'key_50%']);
    expect(await found({ actor: 'ada' }, 1)).toEqual(['mer_3']);
    expect(await found({ actor: 'ada', action: 'schedule' })).toEqual(['key_50%']);
    expect(await found({ subject: '%' })).toEqual(['key_50%']);
    expect(await found({ from: NOW + 2, to: NOW + 3 })).toEqual(['key_50%']);
    expect(await found({ actor: 'ada' }, 9, (await store.audit.list(1))[0]!.seq)).toEqual(['key_50%']);
  });

  it('returns entries as they were written, newest first, in pages', async () => {
    const { store, other } = fixture();
    for (const n of [1, 3, 2]) await store.audit.write(entry(n));
    expect((await other.audit.list(10)).map(seen)).toStrictEqual([entry(2), entry(3), entry(1)]);
    expect((await other.audit.list(1, 3)).map(seen)).toStrictEqual([entry(3)]);
    expect(await brokenAt(store)).toBeUndefined();
  });

  it('text that a database cannot store leaves an entry that still verifies', async () => {
    const { store } = fixture();
    await store.audit.write(entry(1, { subject: 'a\u0000b\ud800', detail: { 'k\u0000': '\udfff' } }));
    expect(await brokenAt(store)).toBeUndefined();
  });

  it('a change whose entry cannot be written is undone, in every table', async () => {
    const { store } = fixture();
    const merchant = sampleMerchant({ id: 'mer_9' });
    const wrong = entry(1, { detail: { n: 1n as never } });
    const [key, hook] = [
      sampleKey(),
      { merchantId: merchant.id, url: 'https://a.example/', caPem: null, createdAt: NOW },
    ];
    const link = { hash: 'h', role: 'admin', merchantId: null, actor: 'kim', expiresAt: NOW + 9 } as const;
    await expect(store.merchants.add(merchant, wrong)).rejects.toThrow('BigInt');
    expect(await store.merchants.find(merchant.id)).toBeUndefined();
    await store.merchants.add(merchant);
    await store.webhooks.add({ ...hook, secrets: [] });
    await store.console.addLink(link);
    const before = [await store.merchants.list(), await store.webhooks.list(), await store.keys.list()];
    const signIn = { id: 'sign_in', hash: 's', beganAt: NOW };
    for (const work of [
      () => store.merchants.update(merchant.id, { name: 'Other' }, () => wrong),
      () => store.keys.add(key, wrong),
      () => store.webhooks.change(merchant.id, { url: 'https://b.example/' }, () => wrong),
      () => store.console.redeem(link.hash, signIn, () => wrong),
    ])
      await expect(work()).rejects.toThrow('BigInt');
    expect([await store.merchants.list(), await store.webhooks.list(), await store.keys.list()]).toEqual(before);
    expect(await store.console.list()).toEqual([]);
    expect(await store.console.redeem(link.hash, signIn)).toMatchObject({ actor: 'kim' });
  });

  it('an entry is written with its change, and not without one', async () => {
    const { store, other } = fixture();
    const merchant = sampleMerchant();
    const adding = [store, other].map((each) => each.merchants.add(merchant, entry(1)));
    expect((await Promise.all(adding)).filter(Boolean)).toHaveLength(1);
    await store.merchants.update('nobody', { name: 'x' }, () => entry(2));
    await store.merchants.revokeClient('nobody', NOW, entry(3));
    const [first, second] = [sampleKey(), sampleKey()];
    await store.keys.add(first, entry(4), { seen: [] });
    await store.keys.add(second, entry(5), { seen: [] });
    await store.keys.add(first, entry(6), { removedIds: [first.id] });
    await store.settings.set('name', 'value', entry(7));
    expect(await subjects(store)).toEqual(['mer_1', 'mer_4', 'mer_7']);
    expect((await store.keys.list())[0]!.removedAt).toBeNull();
    expect(await brokenAt(store)).toBeUndefined();
  });

  it('concurrent processes write one chain without a gap', async () => {
    const { store, other } = fixture();
    const writes = Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? (n % 2 ? store : other).keys.add(sampleKey(), entry(n))
        : (n % 2 ? store : other).audit.write(entry(n)),
    );
    await Promise.all(writes);
    expect((await store.audit.list(99)).map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));
    expect(await brokenAt(other)).toBeUndefined();
  });

  it('the check names the first entry that does not hold after an edit by SQL', async () => {
    const { store, database } = fixture();
    for (let n = 1; n <= 6; n++) await store.audit.write(entry(n));
    const swap =
      'UPDATE audit_log SET seq = 99 WHERE seq = 3; UPDATE audit_log SET seq = 3 WHERE seq = 4; UPDATE audit_log SET seq = 4 WHERE seq = 99';
    const columns = 'at, actor, action, subject, detail, previous, hash';
    const insert = `UPDATE audit_log SET seq = -seq WHERE seq > 3; UPDATE audit_log SET seq = 1 - seq WHERE seq < 0; INSERT INTO audit_log (seq, ${columns}) SELECT 4, ${columns} FROM audit_log WHERE seq = 3`;
    const append = `INSERT INTO audit_log (seq, ${columns}) SELECT 7, ${columns} FROM audit_log WHERE seq = 6`;
    await below.sql(
      database,
      'CREATE TABLE copy AS SELECT * FROM audit_log; CREATE TABLE head AS SELECT * FROM audit_head',
    );
    // biome-ignore format: one row a line
    const edits: [sql: string, at: number][] = [
      ["UPDATE audit_log SET actor = 'operator:lee' WHERE seq = 2", 2],
      ["UPDATE audit_log SET at = at + 1 WHERE seq = 6", 6],
      ["UPDATE audit_log SET detail = '{\"n\": 3}' WHERE seq = 3", 3],
      ["UPDATE audit_log SET detail = 'no JSON', at = 9999999999999999 WHERE seq = 3", 3],
      ["UPDATE audit_log SET hash = previous WHERE seq = 5", 5],
      ['DELETE FROM audit_log WHERE seq = 3', 4],
      ['DELETE FROM audit_log WHERE seq IN (1, 2)', 3],
      ['DELETE FROM audit_log WHERE seq > 4', 4],
      ['DELETE FROM audit_log', 0],
      [insert, 4],
      [append, 7],
      [swap, 3],
      ['DELETE FROM audit_head', 6],
      ['UPDATE audit_head SET seq = 5', 6],
      ["UPDATE audit_head SET hash = 'ab'", 6],
    ];
    for (const [sql, at] of edits) {
      await below.sql(database, sql);
      expect([sql, await brokenAt(store)]).toEqual([sql, at]);
      await below.sql(
        database,
        'DELETE FROM audit_log; INSERT INTO audit_log SELECT * FROM copy; DELETE FROM audit_head; INSERT INTO audit_head SELECT * FROM head',
      );
    }
    expect(await brokenAt(store)).toBeUndefined();
  });

  it('a log without its head continues and reports it permanently', async () => {
    const { store, database } = fixture();
    for (const n of [1, 2]) await store.audit.write(entry(n));
    await below.sql(database, 'DELETE FROM audit_head');
    await store.audit.write(entry(3));
    expect(await subjects(store)).toEqual(['mer_1', 'mer_2', 'audit', 'mer_3']);
    expect(await brokenAt(store)).toBe(3);
  });

  it('a wrong head blocks no entry, and the log reports it permanently', async () => {
    const { store, other, database } = fixture();
    for (const n of [1, 2, 3, 4, 5]) await store.audit.write(entry(n));
    for (const set of ['seq = 2', 'seq = 9223372036854775807', "hash = 'ab'", 'seq = 19']) {
      await below.sql(database, `UPDATE audit_head SET ${set}`);
      await store.keys.add(sampleKey(), entry(6));
      await other.audit.write(entry(7));
    }
    const rows = (await store.audit.list(99)).toReversed().map(({ seq, subject }) => `${seq} ${subject}`);
    const after = (seq: number) => [`${seq} audit`, `${seq + 1} mer_6`, `${seq + 2} mer_7`];
    expect(rows.slice(5)).toEqual([6, 9, 12, 20].flatMap(after));
    expect(await brokenAt(store)).toBe(6);
  });

  it('one closing replaces old entries, and closings alone are kept', async () => {
    const { store, other } = fixture();
    for (const n of [1, 2, 3, 4]) await store.audit.write(entry(n));
    const now = NOW + LIMITS.auditRetentionMs + 10;
    const closed = await Promise.all([store.audit.close(NOW + 3, now, 9), other.audit.close(NOW + 3, now, 9)]);
    expect(closed.sort()).toEqual([0, 2]);
    expect(await subjects(store)).toEqual(['mer_3', 'mer_4', 'rows 1–2']);
    expect(await brokenAt(store)).toBeUndefined();
    expect(await store.audit.close(NOW + 9, now, 1)).toBe(1);
    expect(await store.audit.close(NOW + 9, now, 9)).toBe(1);
    expect(await store.audit.close(now + 9, now, 9)).toBe(0);
    expect(await subjects(store)).toEqual(['rows 1–2', 'rows 3–3', 'rows 4–4']);
    await store.audit.write(entry(5));
    expect(await brokenAt(other)).toBeUndefined();
  });

  it('an entry from a clock that was ahead is closed with the entry after it', async () => {
    const { store } = fixture();
    const ahead = { at: NOW + 5 * LIMITS.auditRetentionMs };
    for (const [n, fields] of [ahead, {}, {}, ahead, ahead, {}].entries())
      await store.audit.write(entry(n + 1, fields));
    const rows = (await store.audit.list(9)).toReversed();
    const now = NOW + LIMITS.auditRetentionMs + 10;
    expect(await store.audit.close(NOW + 4, now, 9)).toBe(3);
    expect(await subjects(store)).toEqual(['mer_4', 'mer_5', 'mer_6', 'rows 1–3']);
    expect(await brokenAt(store, { head: rows.at(-1)!, rows, now })).toBeUndefined();
    expect(await brokenAt(store, { head: rows[0]!, rows: rows.slice(0, 1), now })).toBe(1);
  });

  it('reports a closing of entries that have not expired', async () => {
    const { store } = fixture();
    for (const n of [1, 2]) await store.audit.write(entry(n));
    await store.audit.close(NOW + 2, NOW + 3, 9);
    expect(await brokenAt(store)).toBe(3);
  });
}
