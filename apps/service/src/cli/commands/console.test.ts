import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly, type CliRun } from '../../../test/cli-run.ts';
import { consoleTokenHash } from '../../operator/changes/console-link.ts';
import { sampleMerchant } from '../../storage/test/samples.ts';
import { openStore } from '../../storage/open-store.ts';

describe('authly console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-console-'));
  const env = { AUTHLY_ENV: 'test', AUTHLY_DATA_DIR: folder, AUTHLY_CONSOLE_PORT: '9445' };
  beforeAll(async () => (await openStore({ dataDir: folder, environment: 'test' })).close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const authly = (words: string): Promise<CliRun> => runAuthly(['console', ...words.split(' ')], env);

  it('login is refused until a service has recorded its address, and prints it, whatever the settings of this shell are', async () => {
    expect((await authly('login')).error).toMatch(/^authly: no service with a console has started/);
    expect((await authly('login --role root')).code).toBe(2);
    const store = await openStore({ dataDir: folder, databaseUrl: undefined, environment: 'test' });
    await store.settings.set('console_url', 'https://console.example');
    await store.close();
    expect((await authly('login --role admin')).out).toMatch(
      /^https:\/\/console\.example\/#login=.*\n\nSigns in once with the role admin\. Valid until /,
    );
  });

  it('login prints a link that signs in once, by default with the role read; list and end show the sign-ins', async () => {
    const { url, role, expires_at } = JSON.parse((await authly('login --json')).out) as Record<string, string>;
    expect([url, role]).toEqual([expect.stringMatching(/^https:\/\/console\.example\/#login=[\w-]{43}$/), 'read']);
    expect(Date.parse(expires_at!) - Date.now()).toBeLessThanOrEqual(600_000);
    const store = await openStore({ dataDir: folder, databaseUrl: undefined, environment: 'test' });
    const begun = { id: 'con_1', hash: 'h', beganAt: Date.now() };
    expect(await store.console.redeem(consoleTokenHash(url!.split('=')[1]!), begun)).toMatchObject({ role: 'read' });
    expect((await authly('list')).out).toMatch(/con_1 +console:\S+ +read/);
    expect((await authly('end con_1')).out).toBe('con_1 is signed out.\n');
    expect((await authly('end con_1')).error).toContain('authly: there is no sign-in con_1\n');
    // The link for the admin is not used.
    expect((await authly('list')).out).toMatch(/^[^\n]+\n– +link for console:\S+, until \S+ +admin[^\n]+\n$/);
    const rows = await store.audit.list(9);
    expect(rows.map(({ action }) => action)).toEqual(['console.logout', 'console.link', 'console.link']);
    expect(JSON.stringify(rows)).not.toContain(url!.split('=')[1]);
    await store.close();
  });

  it('link prints a link for the people of one merchant, valid for a day', async () => {
    const store = await openStore({ dataDir: folder, databaseUrl: undefined, environment: 'test' });
    await store.merchants.add(sampleMerchant({ id: 'mch_1' }));
    const link = JSON.parse((await authly('link --merchant mch_1 --json')).out) as Record<string, string>;
    expect(link).toMatchObject({ role: 'merchant', merchant_id: 'mch_1' });
    expect(Date.parse(link['expires_at']!) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const begun = { id: 'con_2', hash: 'h', beganAt: Date.now() };
    const signIn = await store.console.redeem(consoleTokenHash(link['url']!.split('=')[1]!), begun);
    expect(signIn).toMatchObject({ role: 'merchant', merchantId: 'mch_1', actor: 'merchant:mch_1' });
    expect((await store.audit.list(1))[0]).toMatchObject({ action: 'console.link', subject: 'mch_1' });
    expect((await authly('link --merchant mch_2')).error).toContain('there is no merchant mch_2');
    expect((await authly('link')).code).toBe(2);
    await store.close();
  });
});
