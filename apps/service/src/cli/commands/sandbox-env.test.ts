import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAuthly } from '../../../test/cli-run.ts';

const FACTS = {
  base_url: 'https://localhost:8443',
  merchant_id: 'mch_1',
  client_id: 'cli_1',
  client_secret: 'it\'s $(not) `run`; "quoted" \\ and more',
  ca_file: '/a folder/ca.pem',
};

const ENVIRONMENT = {
  AUTHLY_BASE_URL: FACTS.base_url,
  AUTHLY_MERCHANT_ID: FACTS.merchant_id,
  AUTHLY_CLIENT_ID: FACTS.client_id,
  AUTHLY_CLIENT_SECRET: FACTS.client_secret,
  AUTHLY_CA_FILE: FACTS.ca_file,
  CURL_CA_BUNDLE: FACTS.ca_file,
  NODE_EXTRA_CA_CERTS: FACTS.ca_file,
  SSL_CERT_FILE: FACTS.ca_file,
};

it('sandbox env prints what bash needs to export the values of sandbox.json', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), "authly's env "));
  writeFileSync(join(folder.path, 'sandbox.json'), JSON.stringify(FACTS));
  const env = { AUTHLY_DATA_DIR: folder.path };
  const { code, out, error } = await runAuthly(['sandbox', 'env'], env);
  expect([code, error]).toEqual([0, '']);
  const exported = execFileSync('bash', ['-c', 'eval "$LINES_TO_RUN" && unset LINES_TO_RUN && env -0'], {
    env: { PATH: process.env['PATH'], LINES_TO_RUN: out },
  });
  const variables = exported
    .toString()
    .split('\0')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  expect(Object.fromEntries(variables)).toMatchObject(ENVIRONMENT);
  expect(JSON.parse((await runAuthly(['sandbox', 'env', '--json'], env)).out)).toEqual(ENVIRONMENT);
});

it('sandbox env without a sandbox.json ends with code 1 and says what to do', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'authly-env-'));
  expect(await runAuthly(['sandbox', 'env'], { AUTHLY_DATA_DIR: folder.path })).toEqual({
    code: 1,
    out: '',
    error: `authly: there is no sandbox.json in ${folder.path}\nStart the sandbox (npm start), or set AUTHLY_DATA_DIR to its data folder.\n`,
  });
});
