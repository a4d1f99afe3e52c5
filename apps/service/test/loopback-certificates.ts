import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  developmentCertificates,
  type DevelopmentCertificates,
} from '../../sandbox/src/development-certificates/development-certificates.ts';

const HOSTS = ['localhost', '127.0.0.1', 'authly.test'];

let made: Promise<Map<string, Buffer>> | undefined;

/** Created once per test worker, because keys take longer than most tests. */
export async function loopbackCertificates(folder: string): Promise<DevelopmentCertificates> {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'ca.pem')))
    for (const [name, bytes] of await (made ??= make())) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
  return developmentCertificates(folder, HOSTS, new Date());
}

async function make(): Promise<Map<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-certificates-'));
  try {
    await developmentCertificates(folder, HOSTS, new Date());
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
