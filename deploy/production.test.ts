import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loopbackCertificates } from '../apps/service/test/loopback-certificates.ts';
import { readConfig } from '../apps/service/src/config/config.ts';
import { documentsOf } from './test/read-yaml.ts';

const ROOT = join(import.meta.dirname, '..');

type Env = Record<string, string>;

let folder: string;
const secret = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content, { mode: 0o600 });
  return join(folder, name);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authly-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const [compose] = documentsOf<{ services: { authly: { environment: Env } } }>('compose.yaml');
const systemd = parseEnv(readFileSync(join(import.meta.dirname, 'systemd/authly.env'), 'utf8')) as Env;

it.each([
  ['compose.yaml', compose!.services.authly.environment, 'postgres://authly:p@/authly?host=/var/run/postgresql'],
  ['systemd/authly.env', systemd, 'postgres://authly:p@db.example/authly?sslmode=verify-full'],
])('production accepts the settings of %s', async (_, given, url) => {
  const { certFile, keyFile } = await loopbackCertificates(folder);
  const mine: Env = {
    AUTHLY_BASE_URL: 'https://localhost',
    AUTHLY_MASTER_KEY_FILE: secret('master-key', randomBytes(32).toString('base64')),
    AUTHLY_DATABASE_URL_FILE: secret('database-url', `${url}\n`),
    AUTHLY_TLS_CERT_FILE: certFile,
    AUTHLY_TLS_KEY_FILE: keyFile,
  };
  expect(readConfig({ ...given, ...mine })).toMatchObject({
    environment: 'production',
    databaseUrl: url,
  });
});

it('git and the image build ignore the secrets that the guides make in a clone', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', `safe.directory=${ROOT}`, ...args], { cwd: ROOT, encoding: 'utf8' });
  const made = [
    'master-key',
    'master-key-2027',
    'database-url',
    'deploy/secrets/alert-url',
    'new/tls.pem',
    'new/tls.key',
  ];
  expect(
    git('check-ignore', '--no-index', ...made)
      .trim()
      .split('\n'),
  ).toEqual(made);
  expect(git('ls-files', '--cached', '--ignored', '--exclude-standard')).toBe('');
  const image = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(image).toEqual(
    expect.arrayContaining(['master-key*', 'database-url', '**/*.pem', '**/*.key', 'deploy/secrets']),
  );
});
