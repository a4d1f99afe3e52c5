import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAuthly } from '../../../test/cli-run.ts';
import { migratedDatabase } from '../../../../../test/migrated-database.ts';
import { MerchantCalls } from '../../../test/merchant-calls.ts';
import { TestService } from '../../../test/running-service.ts';
import { lockFolder } from '../../storage/folder-lock.ts';

let parent: string;
let service: TestService;
let shop: MerchantCalls;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'authly-backup-'));
  service = await TestService.start();
  shop = await MerchantCalls.of(service);
});
afterAll(async () => {
  await service.stop();
  rmSync(parent, { recursive: true });
});

async function authly(words: string[], env: Record<string, string> = { AUTHLY_DATA_DIR: service.folder }) {
  const { code, out, error } = await runAuthly([...words, '--json'], env);
  return { code, json: out === '' ? undefined : (JSON.parse(out) as Record<string, unknown>), error };
}

let folders = 0;
const emptyFolder = (): Record<string, string> => ({ AUTHLY_DATA_DIR: join(parent, `folder-${folders++}`) });

describe('a backup', () => {
  it('made while sessions are created has every session answered before, and a restored service serves them', async () => {
    const before = await shop.newSession();
    const done = new AbortController();
    const during = (async () => {
      while (!done.signal.aborted) await shop.newSession();
    })();
    const file = join(parent, 'running.db');
    expect(await authly(['backup', file])).toMatchObject({
      code: 0,
      json: {
        at: file,
        environment: 'test',
        version: expect.any(Number) as number,
        merchants: 1,
        sessions: expect.any(Number) as number,
      },
    });
    done.abort();
    await during;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);

    const env = emptyFolder();
    expect((await authly(['restore', file], env)).code).toBe(0);
    expect(statSync(join(env['AUTHLY_DATA_DIR']!, 'authly.db')).mode & 0o777).toBe(0o600);
    const { masterKey } = service.config;
    const restored = await TestService.start({
      folder: env['AUTHLY_DATA_DIR']!,
      clock: service.clock,
      config: { masterKey },
    });
    const answer = await restored.get(`/v1/sessions/${before}/result?merchant_user_ref=user-1`, shop.token);
    expect([answer.status, answer.json.status]).toEqual([200, 'created']);
    await restored.stop();
  });

  it('its time is a metric; a backup with other tools is noted', async () => {
    const backedUpAt = async (): Promise<number> => {
      service.clock.move(60_000);
      const { text } = await service.ops('/metrics');
      return Number(/^authly_backup_timestamp_seconds (.+)$/m.exec(text)![1]);
    };
    const before = Date.now() / 1000;
    expect((await authly(['backup', join(parent, 'measured.db')])).code).toBe(0);
    await expect.poll(backedUpAt).toBeGreaterThanOrEqual(before);
    const made = await backedUpAt();
    expect(await authly(['backup', '--note'])).toMatchObject({ code: 0, json: { backup_at: expect.any(String) } });
    await expect.poll(backedUpAt).toBeGreaterThan(made);
    expect(await authly(['backup'])).toMatchObject({ code: 1, error: expect.stringContaining('name the file') });
  });

  it('overwrites no file and needs a store', async () => {
    const file = join(parent, 'there.db');
    writeFileSync(file, 'mine');
    expect(await authly(['backup', file])).toMatchObject({
      code: 1,
      error: expect.stringContaining('exists') as string,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const { code, error } = await authly(['backup', join(parent, 'none.db')], emptyFolder());
    expect([code, error]).toEqual([1, expect.stringContaining('"there is no store in ')]);
    expect(existsSync(join(parent, 'none.db'))).toBe(false);
  });

  it('of Postgres needs pg_dump, and its restore pg_restore', async () => {
    vi.stubEnv('PATH', parent);
    const database = await migratedDatabase();
    const env = { AUTHLY_DATABASE_URL: database.url, AUTHLY_ENV: 'test' };
    expect((await authly(['migrate'], env)).code).toBe(0);
    const file = join(parent, 'pg.dump');
    const refused = (what: string) => ({ code: 1, error: expect.stringContaining(what) as string });
    expect(await authly(['backup', file], env)).toMatchObject(refused('pg_dump is not here'));
    expect(await authly(['backup', '--note', file], env)).toMatchObject(refused('pg_restore is not here'));
    expect(await authly(['restore', file], env)).toMatchObject(refused('restore it with pg_restore'));
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    vi.unstubAllEnvs();
    await database.drop();
  });
});

describe('a restore', () => {
  let file: string;
  beforeAll(async () => {
    file = join(parent, 'good.db');
    await authly(['backup', file]);
  });

  it.each(['authly.db', 'authly.db-wal', 'authly.db-shm'])(
    'is refused where %s exists, and keeps that file',
    async (name) => {
      const env = emptyFolder();
      lockFolder(env['AUTHLY_DATA_DIR']!, 'x')[Symbol.dispose]();
      writeFileSync(join(env['AUTHLY_DATA_DIR']!, name), 'mine');
      expect(await authly(['restore', file], env)).toMatchObject({
        code: 1,
        error: expect.stringContaining('exists') as string,
      });
      expect(readFileSync(join(env['AUTHLY_DATA_DIR']!, name), 'utf8')).toBe('mine');
    },
  );

  it('is refused while a service uses the folder', async () => {
    const env = emptyFolder();
    using _held = lockFolder(env['AUTHLY_DATA_DIR']!, 'https://authly.test');
    const { code, error } = await authly(['restore', file], env);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/"already_running","message":"a service runs on .* at https:\/\/authly\.test/),
    ]);
  });

  it('into the other environment is refused', async () => {
    const env: Record<string, string> = { ...emptyFolder(), AUTHLY_ENV: 'production' };
    const { code, error } = await authly(['restore', file], env);
    expect([code, error]).toEqual([78, expect.stringContaining('belongs to the environment \\"test\\"')]);
    expect(existsSync(join(env['AUTHLY_DATA_DIR']!, 'authly.db'))).toBe(false);
  });

  it('of a damaged, truncated, foreign or missing file leaves nothing behind', async () => {
    const damaged = join(parent, 'damaged.db');
    const whole = readFileSync(file);
    const overwritten = Buffer.from(whole);
    overwritten.fill(0xff, 8192, 20_000);
    const contents = [overwritten, whole.subarray(0, 12_288), Buffer.from('no database'.repeat(999)), Buffer.alloc(0)];
    for (const content of contents) {
      writeFileSync(damaged, content);
      const env = emptyFolder();
      expect(await authly(['restore', damaged], env)).toMatchObject({
        code: 1,
        error: expect.stringMatching(/"message":"[^"]*\/damaged\.db is .*damaged/) as string,
      });
      expect(existsSync(join(env['AUTHLY_DATA_DIR']!, 'authly.db'))).toBe(false);
      expect(existsSync(join(env['AUTHLY_DATA_DIR']!, 'authly.db.part'))).toBe(false);
    }
    expect((await authly(['restore', join(parent, 'nowhere.db')], emptyFolder())).error).toMatch(/there is no file/);
  });

  it('of a newer release’s backup is refused', async () => {
    const newer = join(parent, 'newer.db');
    copyFileSync(file, newer);
    using db = new DatabaseSync(newer);
    db.exec("INSERT INTO schema_migrations VALUES (9999, 'future', 'x', 9999)");
    expect((await authly(['restore', newer], emptyFolder())).error).toMatch(/9999 \(future\).*start a newer release/);
  });
});
