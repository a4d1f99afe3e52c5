import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly, type CliRun } from '../../../test/cli-run.ts';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import type { TestDatabase } from '../../../../../test/postgres-server.ts';
import { ONE_STORE } from '../../../test/on-stores.ts';
import type { AuditEntry } from '../../audit/entry.ts';
import { openKeyRing } from '../../operator/row/open-key-ring.ts';
import { withConnection } from '../../storage/postgres/migrate.ts';
import { withStoreContext } from '../store-context.ts';

describe.each([ONE_STORE])('authly audit on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-audit-'));
  const file = join(folder, 'export.jsonl');
  let database: TestDatabase | undefined;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = kind === 'postgres' ? await migratedDatabase() : undefined;
    env = {
      AUTHLY_ENV: 'test',
      AUTHLY_DATA_DIR: folder,
      AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
      ...(database && { AUTHLY_DATABASE_URL: database.url }),
    };
    for (const id of ['m-1', 'm-2', 'm-3'])
      await authly(...`merchant add --id ${id} --name Shop --bio-base-url https://shop.example --json`.split(' '));
  });
  afterAll(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const authly = (...words: string[]): Promise<CliRun> => runAuthly(words, env);

  async function sql(text: string): Promise<void> {
    if (database) return withConnection(database.url, async (connection) => void (await connection.query(text)));
    using db = new DatabaseSync(join(folder, 'authly.db'), { timeout: 5000 });
    db.exec(text);
  }

  async function entryOf(seq: number): Promise<AuditEntry> {
    const rows: AuditEntry[] = [];
    await withStoreContext(env, ({ store }) => store.audit.read((row) => void rows.push(row)));
    return rows.find((row) => row.seq === seq)!;
  }

  const CHANGED = 'Entries were changed, removed or added. Compare them with an earlier export.';
  const brokenFrom = ({ seq, at }: AuditEntry, hint = CHANGED): string =>
    `✗ The chain is broken from entry ${seq} (${new Date(at).toISOString()}) on. ${hint}\n`;

  it('list shows actor, action and subject, newest first', async () => {
    const rows = JSON.parse((await authly('audit', 'list', '--limit', '2', '--json')).out) as Record<string, unknown>[];
    expect(rows).toMatchObject([
      { seq: 3, actor: expect.stringMatching(/^operator:./) as string, action: 'merchant.add', subject: 'm-3' },
      { seq: 2, subject: 'm-2' },
    ]);
    expect((await authly('audit', 'list', '--before', '2')).out).toMatch(/SEQ .*\n1 .*merchant\.add +m-1/);
  });

  it('verify passes; export prints JSON lines and a signed head, which verify compares with the log', async () => {
    expect(await authly('audit', 'verify')).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^3 entries, none changed.*\nNot checked without --export: .*chain head.*rewritten\.\n$/,
      ) as string,
    });
    // The keys that a service creates when it starts.
    await withStoreContext(env, async (context) => (await openKeyRing(context)).prepare());
    expect(JSON.parse((await authly('audit', 'verify', '--json')).out)).toMatchObject({ compared_with_export: false });
    const exported = await authly('audit', 'export', '--since', '2020-01-01T00:00:00Z');
    writeFileSync(file, exported.out);
    const lines = exported.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ seq: 1, subject: 'm-1', previous: '0'.repeat(64) });
    expect(lines.at(-1)).toEqual({
      head: expect.objectContaining({
        seq: lines.length - 1,
        hash: lines.at(-2)!['hash'],
        environment: 'test',
        row_at: lines.at(-2)!['at'],
      }) as object,
    });
    expect(await authly('audit', 'verify', '--export', file)).toMatchObject({ code: 0, error: '' });
    expect((await authly('audit', 'export', '--since', '2999-01-01')).out.trim().split('\n')).toHaveLength(1);
    expect((await authly('audit', 'export', '--since', 'monday')).error).toContain('--since must be');
  });

  it('verify rejects a changed export or reports the changed entry', async () => {
    const text = readFileSync(file, 'utf8');
    const changed = join(folder, 'changed.jsonl');
    writeFileSync(changed, text.replace('"m-2"', '"m-4"'));
    expect(await authly('audit', 'verify', '--export', changed)).toMatchObject({
      code: 1,
      out: brokenFrom(await entryOf(2), 'That is in the file of the export. Use another copy of it.'),
    });
    writeFileSync(changed, text.replace('"environment":"test","at":"2', '"environment":"test","at":"3'));
    expect((await authly('audit', 'verify', '--export', changed)).error).toContain(
      'signature of the export is not valid',
    );
    writeFileSync(changed, 'no export');
    expect((await authly('audit', 'verify', '--export', changed)).error).toContain('is not an audit log export');
  });

  it('verify reports the number and time of an entry that was edited by SQL', async () => {
    await sql("UPDATE audit_log SET subject = 'm-9' WHERE seq = 2");
    const changed = await entryOf(2);
    expect(await authly('audit', 'verify')).toMatchObject({ code: 1, out: brokenFrom(changed) });
    const { findings } = JSON.parse((await authly('audit', 'verify', '--json')).out) as { findings: unknown };
    expect(findings).toMatchObject([{ problem: 'chain', seq: 2, at: new Date(changed.at).toISOString() }]);
    await sql("UPDATE audit_log SET subject = 'm-2' WHERE seq = 2");
    expect((await authly('audit', 'verify')).code).toBe(0);
  });

  it('verify reports a key that was ended and put back by SQL', async () => {
    const keyOf = async (purpose: string): Promise<string> =>
      (JSON.parse((await authly('keys', 'list', '--json')).out) as { key_id: string; purpose: string }[]).find(
        (key) => key.purpose === purpose,
      )!.key_id;
    const [sealing, signing] = [await keyOf('capture-sealing'), await keyOf('bio-signing')];
    for (const [purpose, key] of [
      ['capture-sealing', sealing],
      ['bio-signing', signing],
    ] as const)
      await authly('keys', 'emergency', '--purpose', purpose, '--key-id', key);
    expect((await authly('audit', 'verify')).code).toBe(0);
    await sql(`UPDATE keys SET removed_at = NULL WHERE id = '${sealing}'`);
    await sql(
      `UPDATE keys SET sealed = (SELECT sealed FROM keys WHERE purpose = 'audit-head') WHERE id = '${signing}'`,
    );
    const { code, out } = await authly('audit', 'verify');
    const reported = [...out.matchAll(/^✗ Entry \d+ ended key (\S+), but the store has it again\.$/gm)].map(
      ([, id]) => id,
    );
    expect([code, new Set(reported)]).toEqual([1, new Set([signing, sealing])]);
    await sql(`DELETE FROM keys WHERE id IN ('${sealing}', '${signing}')`);
    writeFileSync(file, (await authly('audit', 'export')).out);
    expect((await authly('audit', 'verify', '--export', file)).code).toBe(0);
  });

  it('verify rejects a head signed by an inserted or removed key', async () => {
    await sql("UPDATE keys SET id = 'aud_forged' WHERE purpose = 'audit-head'");
    const forged = join(folder, 'forged.jsonl');
    writeFileSync(forged, readFileSync(file, 'utf8').replace(/"key_id":"[^"]+"/, '"key_id":"aud_forged"'));
    expect((await authly('audit', 'verify', '--export', forged)).error).toContain('cannot be decrypted');
    expect((await authly('audit', 'verify', '--export', file)).error).toContain('not a key of this store');
    await sql("UPDATE keys SET removed_at = 1 WHERE id = 'aud_forged'");
    expect((await authly('audit', 'verify', '--export', forged)).error).toContain('was removed');
  });
});
