import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/postgres-server.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { parseMasterKey } from '../config/master-key.ts';
import { runAuthly, type CliRun } from '../../test/cli-run.ts';
import { ONE_STORE } from '../../test/on-stores.ts';
import { systemClock } from '../runtime/clock.ts';
import { openStore } from '../storage/open-store.ts';
import type { Store } from '../storage/port/store.ts';
import type { Finding } from '../operator/checks/check.ts';
import { sampleAttempt, sampleSession, walked } from '../storage/test/samples.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const NO_MERCHANT = 'authly: there is no merchant nobody\nRun "authly merchant list" to see those that exist.\n';

interface Run extends CliRun {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies whose shape is what they assert
  readonly json: any;
}

describe.each([ONE_STORE])('authly on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-cli-'));
  const masterKey = randomBytes(32).toString('base64');
  let database: TestDatabase | undefined;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = kind === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    env = {
      AUTHLY_ENV: 'test',
      AUTHLY_DATA_DIR: folder,
      AUTHLY_MASTER_KEY: masterKey,
      ...(database && { AUTHLY_DATABASE_URL: database.url }),
    };
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function authly(args: string, environment: Record<string, string> = env): Promise<Run> {
    const words = args.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
    const run = await runAuthly(words, environment);
    return {
      ...run,
      get json() {
        return JSON.parse(run.out) as unknown;
      },
    };
  }
  const json = async (args: string): Promise<Run['json']> => (await authly(`${args} --json`)).json;
  const errorOf = async (args: string): Promise<string> => (await authly(args)).error;
  const finding = async (check: string, environment = env): Promise<Finding> =>
    (await authly('doctor --json', environment)).json.findings.find((each: Finding) => each.check === check);
  const open = (): Promise<Store> => openStore({ dataDir: folder, databaseUrl: database?.url, environment: 'test' });

  /** The keys that a service creates when it starts. */
  async function makeKeys(): Promise<void> {
    const store = await open();
    const master = parseMasterKey(masterKey)!;
    await new KeyRing({ source: store.keys, master, environment: 'test', clock: systemClock }).prepare();
    await store.close();
  }

  it('rejects a store that does not exist unless AUTHLY_ENV names its environment', async () => {
    const run = await authly('merchant list', { AUTHLY_DATA_DIR: join(folder, 'nowhere') });
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.error).toMatch(
      /there is no store in .*nowhere yet\nStart a sandbox with npm start, or the service with AUTHLY_ENV/,
    );
  });

  it('only a command that adds something creates a store', async () => {
    const dataDir = join(folder, 'nowhere');
    const nowhere = { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: dataDir, AUTHLY_MASTER_KEY: masterKey };
    const lacking = expect.stringContaining(`there is no store in ${dataDir} yet`) as string;
    const commands = [
      'merchant list',
      'audit export',
      'sessions list',
      'backup --note',
      'console login',
      'keys schedule',
    ];
    for (const words of commands) expect(await authly(words, nowhere)).toMatchObject({ code: 1, error: lacking });
    expect(await authly('doctor', nowhere)).toMatchObject({ code: 1, out: lacking });
    expect(existsSync(dataDir)).toBe(false);
    expect((await authly('merchant add --name One --bio-base-url https://localhost:1', nowhere)).code).toBe(0);
    expect((await authly('merchant list --json', nowhere)).json).toHaveLength(1);
  });

  it('migrate updates the schema and changes nothing the second time', async () => {
    const { version, applied } = await json('migrate');
    expect(applied.length).toBeGreaterThan(0);
    expect(await json('migrate')).toEqual({ version, applied: [] });
  });

  it('merchant add prints {merchant_id} and list shows every setting', async () => {
    const added = await authly(
      'merchant add --name "A shop" --bio-base-url https://localhost:1/bio/ --session-lifetime-s 1800 --bio-retries 0 --bio-timeout-ms 2000 --limit-create 5 --json',
    );
    expect(added.code).toBe(0);
    expect(Object.keys(added.json)).toEqual(['merchant_id']);
    expect(await json('merchant list')).toContainEqual(
      expect.objectContaining({
        merchant_id: added.json.merchant_id,
        name: 'A shop',
        bio_base_url: 'https://localhost:1/bio',
        session_lifetime_s: 1800,
        bio_retries: 0,
        bio_timeout_ms: 2000,
        attempts_per_hour: 10,
        rate_limits: { createPerMerchant: 5 },
      }),
    );
  });

  it('merchant add accepts a given id once', async () => {
    const add = 'merchant add --id m-1 --name One --bio-base-url https://localhost:1 --json';
    expect((await authly(add)).json).toEqual({ merchant_id: 'm-1' });
    expect(await authly(add)).toMatchObject({
      code: 1,
      out: '',
      error: '{"error":{"code":"refused","message":"there is a merchant m-1 already","hint":null}}\n',
    });
  });

  it.each([
    ['http://shop.example/bio', 'full HTTPS URL'],
    ['https://user:pw@shop.example/bio', 'credentials'],
    ['https://shop.example/bio?x=1', 'query'],
    ['https://shop.example/bio#x', 'fragment'],
    ['https://localhost./bio', 'end with a dot'],
    ['https://shop.example.:8443/bio', 'end with a dot'],
    ['shop.example', 'full HTTPS URL'],
  ])('merchant add rejects the Bio API base URL %s', async (url, why) => {
    const run = await authly(`merchant add --name X --bio-base-url ${url}`);
    expect(run.code).toBe(1);
    expect(run.error).toContain(why);
  });

  it('merchant set sets and removes a logo', async () => {
    const [good, bad] = [join(folder, 'logo.png'), join(folder, 'logo.svg')];
    writeFileSync(good, encode({ width: 1, height: 1, data: Uint8Array.of(0, 170, 120), channels: 3, depth: 8 }));
    writeFileSync(bad, '<svg viewBox="0 0 1 1"/>');
    const { logo } = await json(`merchant set m-1 --logo-file ${good}`);
    expect(logo).toMatch(/^[0-9a-f]{64}\.png$/);
    expect(await errorOf(`merchant set m-1 --logo-file ${bad}`)).toContain(`authly: ${bad}: a logo is a PNG`);
    expect(await json('merchant list')).toContainEqual(expect.objectContaining({ logo }));
    expect((await json('merchant set m-1 --logo-file none')).logo).toBe('none');
  });

  it('merchant set --device-binding needs --yes where some users have to enroll again', async () => {
    const bound = async (binding: string): Promise<unknown> =>
      (await json(`merchant set m-1 --device-binding ${binding}`)).device_binding;
    expect(await bound('off')).toBe('off');
    expect(await errorOf('merchant set m-1 --device-binding maybe')).toContain('off, offered, required');
    expect(await errorOf('merchant set m-1 --device-binding required')).toContain(
      'users without a bound device have to enroll again, and nobody knows how many they are: confirm it with --yes',
    );
    for (const set of ['required --yes', 'required']) expect(await bound(set)).toBe('required');
    expect(await errorOf('merchant set m-1 --device-binding off')).toContain(
      'users with a bound device have to enroll again, and nobody knows how many they are: confirm it with --yes',
    );
    expect(await bound('offered')).toBe('offered');
    expect(await bound('off --yes')).toBe('off');
  });

  it('merchant set changes the given settings and keeps the others', async () => {
    expect(await json('merchant set m-1 --name Renamed --limit-result-per-session 7')).toMatchObject({
      merchant_id: 'm-1',
      name: 'Renamed',
      bio_base_url: 'https://localhost:1',
      rate_limits: { resultPerSession: 7 },
    });
    expect((await json('merchant set m-1 --limit-result-per-session 0')).rate_limits).toEqual({});
    expect((await json('merchant set m-1 --attempts-per-hour 0')).attempts_per_hour).toBe(0);
    for (const reader of [true, false]) expect((await json(`merchant set m-1 --reader ${reader}`)).reader).toBe(reader);
    expect(await errorOf('merchant set m-1 --reader 1')).toContain('must be true or false');
    expect(await errorOf('merchant set nobody --name X')).toBe(NO_MERCHANT);
  });

  it('client add prints {client_id, client_secret} once; the secret names the test environment; list shows no secret', async () => {
    const added = await authly('client add --merchant m-1 --scope "result:read enrollment:create" --json');
    expect(Object.keys(added.json)).toEqual(['client_id', 'client_secret']);
    expect(added.json.client_secret).toMatch(/^authly_test_[\w-]{43}$/);
    const listed = await authly('client list --merchant m-1 --json');
    expect(listed.json).toEqual([
      expect.objectContaining({
        client_id: added.json.client_id,
        scope: 'enrollment:create result:read',
        live_secrets: 1,
        revoked_at: null,
      }),
    ]);
    expect(listed.out).not.toContain(added.json.client_secret);
  });

  it('keys schedule requires 7 days and prints the notice with KST and UTC times', async () => {
    await makeKeys();
    expect(await errorOf('keys schedule --in 6d')).toContain('at least 7 days ahead');
    const { notice, key_id } = await json('keys schedule --in 8d');
    expect(notice).toMatch(/KST \(.* UTC\)/);
    expect(notice).toContain(key_id);
    expect(await json('keys list')).toContainEqual(expect.objectContaining({ key_id, status: 'announced' }));
  });

  const keysFor = async (purpose: string): Promise<{ key_id: string; status: string }[]> =>
    (await json('keys list')).filter((key: { purpose: string }) => key.purpose === purpose);

  it('keys emergency removes the compromised key at once', async () => {
    const active = (await keysFor('bio-signing')).find(({ status }) => status === 'active')!;
    const { removed_key_ids, notice, key_id } = await json('keys emergency');
    expect(removed_key_ids).toEqual([active.key_id]);
    expect(notice).toContain('URGENT');
    const after = await keysFor('bio-signing');
    expect(after).toContainEqual(expect.objectContaining({ key_id: active.key_id, status: 'removed' }));
    expect(after).toContainEqual(expect.objectContaining({ key_id, status: 'active' }));
  });

  it('keys withdraw removes an earlier sealing key, never the active one', async () => {
    const sealing = () => keysFor('capture-sealing');
    const [first] = await sealing();
    expect(await errorOf('keys emergency --purpose capture-sealing')).toContain('name the compromised key');
    expect(await errorOf(`keys withdraw --key-id ${first!.key_id}`)).toContain('only an earlier key');
    expect(await errorOf('keys withdraw --key-id nobody')).toContain('there is no capture-sealing key nobody');
    expect((await authly('keys schedule --purpose capture-sealing --in 2m')).code).toBe(0);
    await authly('sandbox advance 3m');
    expect(await sealing()).toMatchObject([
      { key_id: first!.key_id, status: 'retiring', removal_at: null, last_used_at: null },
      { status: 'active' },
    ]);
    expect((await authly(`keys withdraw --key-id ${first!.key_id}`)).out).toContain('those users enroll again');
    expect((await sealing()).map(({ status }) => status)).toEqual(['removed', 'active']);
    expect(await errorOf(`keys withdraw --key-id ${first!.key_id}`)).toContain('already removed');
  });

  it.each([
    ['no', 78, { AUTHLY_MASTER_KEY: '' }],
    ['a wrong', 1, { AUTHLY_MASTER_KEY: randomBytes(32).toString('base64') }],
  ])('with %s master key a command that needs it exits with %i', async (_, code, settings) => {
    expect((await authly('merchant set m-1 --webhook-url https://shop.example/hook')).code).toBe(0);
    for (const words of ['webhook rotate m-1', 'webhook test m-1', 'merchant probe m-1'])
      expect(await authly(words, { ...env, ...settings })).toMatchObject({ code, out: '' });
  });

  it('keys rewrap encrypts all keys with a new master key; the old one decrypts none', async () => {
    const file = join(folder, 'new-master.key');
    const fresh = randomBytes(32).toString('base64');
    writeFileSync(file, fresh);
    expect((await json(`keys rewrap --new-master-key-file ${file}`)).rewrapped).toBeGreaterThanOrEqual(3);
    expect((await authly('doctor')).code).toBe(1);
    expect(await finding('keys')).toMatchObject({ ok: false });
    env = { ...env, AUTHLY_MASTER_KEY: fresh };
    chmodSync(folder, 0o700);
    expect(await authly('doctor --json')).toMatchObject({ code: 0, json: { ok: true } });
  });

  it('keys rewrap with a previous key: both decrypt all keys before, the new one alone after', async () => {
    const previous = join(folder, 'previous.key');
    writeFileSync(previous, env['AUTHLY_MASTER_KEY']!);
    expect(await errorOf('keys rewrap')).toContain('set AUTHLY_MASTER_KEY_PREVIOUS_FILE');
    env = { ...env, AUTHLY_MASTER_KEY: randomBytes(32).toString('base64') };
    const both = { ...env, AUTHLY_MASTER_KEY_PREVIOUS_FILE: previous };
    expect(await finding('keys')).toMatchObject({ ok: false });
    expect(await finding('keys', both)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('run "authly keys rewrap"') as string,
    });
    expect((await authly('keys rewrap', both)).out).toContain('no longer needed');
    expect(await finding('keys')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^the master key decrypts/) as string,
    });
  });

  it('doctor counts the merchants that may create sessions without a limit', async () => {
    const merchants = async (): Promise<unknown> => (await finding('merchants')).detail;
    expect(await merchants()).toBe('2 merchants, 1 live client; 1 without --limit-create: sessions can fill the disk');
    await authly('merchant set m-1 --limit-create 600');
    expect(await merchants()).toBe('2 merchants, 1 live client');
  });

  it('doctor reports the longest drain: 30 s + 15 s + timeout × (1 + retries) of the slowest merchant', async () => {
    await authly('merchant add --name Slow --bio-base-url https://localhost:1 --bio-timeout-ms 20000 --bio-retries 2');
    expect((await finding('draining')).detail).toMatch(/^at most 110 s after SIGTERM/);
  });

  it('doctor reports the clock tolerance and a session created in the future', async () => {
    const clock = () => finding('clock');
    expect(await clock()).toMatchObject(
      kind === 'postgres'
        ? {
            ok: true,
            detail: expect.stringMatching(/^[0-4]\.\d s from the database server's; the maximum is 5\.?\d* s$/),
          }
        : { ok: true, note: true },
    );
    const store = await open();
    const createdAt = Date.now() + 3_600_000;
    await store.sessions.create(sampleSession({ createdAt }));
    expect(await clock()).toMatchObject({ ok: false, detail: expect.stringContaining('in the future') });
    await store.sessions.erase(createdAt + 1, 100);
    await store.close();
    if (kind === 'postgres') {
      const real = Date.now;
      vi.spyOn(Date, 'now').mockImplementation(() => real() + 60_000);
      expect(await clock()).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/(?:59|6[0-4])\.\d s ahead of the database/),
      });
    }
  });

  it('sessions list and show print the history without user ref, metadata or token', async () => {
    const store = await open();
    const { id } = await walked(store, [], {
      merchantId: 'm-1',
      merchantUserRef: 'marker-user',
      mode: 'enroll',
      createdAt: Date.now(),
      payload: { finger: 'LI' },
      metadata: { order: 'marker-metadata' },
    });
    const expired = { stage: 'tls', status: null, reason: 'CERT_HAS_EXPIRED' } as const;
    const refused = { stage: 'status', status: 401, code: 'signature_mismatch' } as const;
    await store.bioAttempts.note(id, [
      sampleAttempt({ ...expired, failure: 'merchant_bio_unavailable' }),
      sampleAttempt({ ...refused, attempt: 2, failure: 'merchant_bio_rejected' }),
    ]);
    await store.close();
    expect(await json('sessions list --merchant m-1 --status created')).toEqual([
      expect.objectContaining({ session_id: id, status: 'created' }),
    ]);
    const shown = await authly(`sessions show ${id} --json`);
    expect(shown.json).toMatchObject({
      session_id: id,
      reference_finger: 'LI',
      events: [{ event: 'create', from: null, to: 'created' }],
      bio_attempts: [
        { call: 'store', attempt: 1, stage: 'tls', reason: 'CERT_HAS_EXPIRED' },
        { call: 'store', attempt: 2, stage: 'status', status: 401, code: 'signature_mismatch' },
      ],
    });
    expect((await authly(`sessions show ${id}`)).out).toMatch(
      /Calls to the merchant:\n.*STAGE.*\n.*tls.*CERT_HAS_EXPIRED.*\n.*status +401 +signature_mismatch/,
    );
    expect(shown.out).not.toContain('marker');
    expect(await errorOf('sessions show ses_nothing')).toContain('authly: there is no session ses_nothing\n');
  });

  it('every operator action writes an audit entry without secrets', async () => {
    const store = await open();
    const rows = await store.audit.list(100);
    await store.close();
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set([
        'merchant.add',
        'merchant.set',
        'client.add',
        'keys.first',
        'keys.schedule',
        'keys.emergency',
        'keys.rewrap',
        'keys.withdraw',
        'sandbox.advance',
        'webhook.set',
      ]),
    );
    expect(JSON.stringify(rows)).not.toMatch(/authly_test_|whsec_/);
  });

  it('the audit log has the person: --as, sudo, else the login', async () => {
    const actorOf = async (words: string, more: Record<string, string> = {}): Promise<string> => {
      expect((await authly(`merchant set m-1 --name Shop ${words}`, { ...env, ...more })).code).toBe(0);
      return (await json('audit list --limit 1'))[0].actor;
    };
    const login = { SUDO_USER: 'kim', LOGNAME: 'root' };
    expect(await actorOf('--as lee@example.com', login)).toBe('operator:lee@example.com');
    expect(await actorOf('', login)).toBe('operator:kim');
    expect(await actorOf('', { LOGNAME: 'ops' })).toBe('operator:ops');
    expect(await errorOf('merchant set m-1 --name Shop --as a:b')).toContain('the name after --as has');
  });

  it('in production a command that changes something asks for the person where nothing says it, as in a container', async () => {
    const dataDir = join(folder, 'in-a-container');
    const container = { AUTHLY_ENV: 'production', AUTHLY_DATA_DIR: dataDir, AUTHLY_MASTER_KEY: masterKey };
    const add = 'merchant add --name One --bio-base-url https://shop.onion';
    expect(await authly(add, container)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/who you are\nAdd --as NAME/),
    });
    expect(existsSync(dataDir)).toBe(false);
    expect((await authly(`${add} --as kim`, container)).code).toBe(0);
    expect((await authly('merchant list', container)).code).toBe(0);
    expect((await authly('merchant list --as kim', container)).code).toBe(0);
    // Without --acknowledged it only prints.
    expect((await authly('keys notice', container)).error).toContain('no rotation of the signing key is announced');
    expect((await authly('keys notice --acknowledged m-1', container)).error).toContain('Add --as NAME');
  });

  it('in production a merchant whose host is not in DNS is added with a warning that names the name servers', async () => {
    const env = { AUTHLY_ENV: 'production', AUTHLY_DATA_DIR: join(folder, 'no-dns'), AUTHLY_MASTER_KEY: masterKey };
    // No name server is asked for a name of Tor.
    const bio = '--bio-base-url https://shop.onion/bio --as kim';
    const { code, out } = await authly(`merchant add --id m-1 --name One ${bio}`, env);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /warning +the Bio API cannot be called: shop\.onion is not in DNS \(ENOTFOUND\)\. Asked \S+/,
      ),
    ]);
    const set = await authly('merchant set m-1 --webhook-url https://hook.onion/x --as kim --json', env);
    expect(set.json.warning).toMatch(/^the webhook cannot be called: hook\.onion is not in DNS/);
    expect((await authly('merchant set m-1 --name Two --as kim --json', env)).json.warning).toBeUndefined();
  });

  it('sandbox advance moves the clock for commands and services', async () => {
    const before = await json('sandbox advance 90m');
    const after = await json('sandbox advance 23h59m60s');
    expect(after.offset_ms - before.offset_ms).toBe(DAY_MS);
    for (const wrong of ['tomorrow', '30s9m', '1.5h', '90'])
      expect(await errorOf(`sandbox advance ${wrong}`)).toContain('is not a duration');
  });

  it('a store of the test environment rejects AUTHLY_ENV=production', async () => {
    const run = await authly('merchant list', { ...env, AUTHLY_ENV: 'production' });
    expect(run).toMatchObject({ code: 1, error: 'authly: AUTHLY_ENV is production, but this store belongs to test\n' });
  });

  it('without AUTHLY_ENV commands use the environment of the store', async () => {
    const { AUTHLY_ENV: _, ...rest } = env;
    expect((await authly('keys list --json', rest)).code).toBe(0);
  });
});
