import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentCertificate } from './certificate.ts';

const NOW = new Date();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is for this machine only, and its authority’s key is not stored', async () => {
  const { cert, caFile } = await agentCertificate(folder, NOW);
  const [leaf, authority] = [new X509Certificate(cert), new X509Certificate(readFileSync(caFile))];
  expect([leaf.checkHost('localhost'), leaf.checkIP('127.0.0.1'), leaf.checkHost('authly.example')]).toEqual([
    'localhost',
    '127.0.0.1',
    undefined,
  ]);
  expect([leaf.ca, authority.ca, leaf.verify(authority.publicKey)]).toEqual([false, true, true]);
  expect(readdirSync(folder).sort()).toEqual(['ca.pem', 'cert.pem', 'key.pem']);
  expect(statSync(join(folder, 'key.pem')).mode & 0o777).toBe(0o600);
});

it('stays the same until it is about to expire or a file is damaged', async () => {
  const first = await agentCertificate(folder, NOW);
  expect(await agentCertificate(folder, NOW)).toEqual(first);
  const later = await agentCertificate(folder, new Date(NOW.getTime() + 810 * 86_400_000));
  expect(later.cert).not.toBe(first.cert);
  writeFileSync(join(folder, 'ca.pem'), '');
  expect((await agentCertificate(folder, NOW)).cert).not.toBe(later.cert);
});
