import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox } from './start.ts';

describe('a sandbox that cannot start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-sandbox-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['AUTHLY_ENV', 'production', 'AUTHLY_ENV must be test: the sandbox is never production'],
    ['AUTHLY_PORT', 'abc', 'AUTHLY_PORT must be a whole number from 0 to 65535'],
    ['AUTHLY_SHOP_PORT', 'abc', 'AUTHLY_SHOP_PORT must be a whole number from 0 to 65535'],
    ['AUTHLY_BASE_URL', 'abc', 'AUTHLY_BASE_URL must be https:// and a host, without path, query or credentials'],
    ['AUTHLY_TRUSTED_PROXIES', '0.0.0.0/0', 'AUTHLY_TRUSTED_PROXIES must not contain every address'],
    ['AUTHLY_DATA_DIR', '/proc/nowhere', 'nothing can be written to AUTHLY_DATA_DIR, /proc/nowhere (ENOENT)'],
    ['AUTHLY_DATA_DIR', '/dev/null/nowhere', 'nothing can be written to AUTHLY_DATA_DIR, /dev/null/nowhere (ENOTDIR)'],
    ['AUTHLY_DATA_DIR', '/proc', 'nothing can be written to AUTHLY_DATA_DIR, /proc'],
  ])('%s=%s: the message names the setting', async (setting, value, sentence) => {
    const refusal = await startSandbox({ AUTHLY_DATA_DIR: folder, [setting]: value }).catch((error: unknown) => error);
    expect((refusal as Error).message.split('\n')).toEqual([expect.stringContaining(`cannot start: ${sentence}`)]);
  });
});
