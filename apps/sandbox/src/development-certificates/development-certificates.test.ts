import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { developmentCertificates, type DevelopmentCertificates } from './development-certificates.ts';
import { makeLeaf } from './make-certificates.ts';

const DAY_MS = 86_400_000;
const HOSTS = ['localhost', '127.0.0.1', '::1'];
const NOW = new Date();
const later = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'authly-tls-')), 'data');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const read = ({ caFile, certFile, keyFile }: DevelopmentCertificates) => ({
  ca: readFileSync(caFile, 'utf8'),
  cert: readFileSync(certFile, 'utf8'),
  key: readFileSync(keyFile, 'utf8'),
});
const make = async (hosts: readonly string[] = HOSTS, now = NOW) =>
  read(await developmentCertificates(folder, hosts, now));

/** A TLS handshake on loopback, by a client that trusts these authorities. */
async function handshake({
  cert,
  key,
  ca,
  servername,
}: {
  cert: string;
  key: string;
  ca?: string;
  servername: string;
}): Promise<true | string> {
  const server = createServer({ cert, key }, (socket) => socket.end());
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    servername,
    ...(ca !== undefined && { ca }),
  });
  try {
    await once(client, 'secureConnect');
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === undefined || code === 'UNSPECIFIED' ? message : code;
  } finally {
    client.destroy();
    server.close();
  }
}

describe('the development certificates', () => {
  it('are accepted by a client that trusts the CA, and by no other', async () => {
    const { ca, cert, key } = await make();
    expect(await handshake({ cert, key, ca, servername: 'localhost' })).toBe(true);
    expect(await handshake({ cert, key, servername: 'localhost' })).toMatch(/^(?:UNABLE_TO_|SELF_SIGNED_)/);
    expect(await handshake({ cert, key, ca, servername: 'other.example' })).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('cover every host: names, IPv4 and IPv6 addresses', async () => {
    const leaf = new X509Certificate((await make([...HOSTS, 'phone.local', '192.168.0.7'])).cert);
    expect(leaf.checkHost('localhost')).toBeDefined();
    expect(leaf.checkHost('phone.local')).toBeDefined();
    for (const address of ['127.0.0.1', '::1', '192.168.0.7']) expect(leaf.checkIP(address)).toBeDefined();
  });

  it('the CA signs leaves only; the leaf is for servers and lives no longer than phones accept', async () => {
    const { ca, cert } = await make();
    const [authority, leaf] = [new X509Certificate(ca), new X509Certificate(cert)];
    expect([authority.ca, leaf.ca]).toEqual([true, false]);
    expect(leaf.verify(authority.publicKey)).toBe(true);
    expect((new Date(leaf.validTo).getTime() - new Date(leaf.validFrom).getTime()) / DAY_MS).toBeLessThanOrEqual(398);
  });

  it('only the owner can read the private keys and their folder', async () => {
    await make();
    const modes = Object.fromEntries(
      readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]),
    );
    expect(modes).toEqual({ 'ca.pem': 0o644, 'ca-key.pem': 0o600, 'tls-cert.pem': 0o644, 'tls-key.pem': 0o600 });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

describe('a client that trusts the CA', () => {
  /** An attacker who has the folder signs a leaf. */
  async function forged(hosts: readonly string[]): Promise<true | string> {
    const files = await developmentCertificates(folder, [...HOSTS, 'phone.test', '203.0.113.7'], NOW);
    await makeLeaf(files, join(folder, 'ca-key.pem'), hosts, NOW);
    return handshake({ ...read(files), servername: 'localhost' });
  }

  it.each([
    'phone.test',
    '203.0.113.7',
    '127.0.0.9',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.7.7',
    '169.254.1.1',
    'fd00::2',
    'fe80::1',
  ])('trusts it for this machine, private networks and its hosts: %s', async (host) =>
    expect(await forged(['localhost', host])).toBe(true),
  );

  it.each([
    'bank.example',
    'phone.test.bank.example',
    'otherphone.test',
    'test',
    '203.0.113.8',
    '172.32.0.1',
    '8.8.8.8',
    '2001:db8::1',
    '::2',
  ])('does not trust a stolen key for other hosts: %s', async (host) =>
    expect(await forged(['localhost', host])).toBe('permitted subtree violation'),
  );
});

describe('started again on the same folder', () => {
  it('keeps the CA and the leaf', async () => {
    expect(await make()).toEqual(await make());
  });

  it('makes a new leaf under the same CA for an added host', async () => {
    const before = await make();
    const after = await make([...HOSTS, '192.168.0.7']);
    expect(after.ca).toBe(before.ca);
    expect(after.cert).not.toBe(before.cert);
    expect(await handshake({ ...after, servername: 'localhost' })).toBe(true);
  });

  it('makes a new CA for a name that the old one may not sign, and keeps it for earlier or fewer names', async () => {
    const before = await make();
    const after = await make([...HOSTS, 'phone.test', '2001:db8::7']);
    expect(after.ca).not.toBe(before.ca);
    expect(await handshake({ ...after, servername: 'phone.test' })).toBe(true);
    expect(await make([...HOSTS, 'phone.test', '2001:db8:0::7'])).toEqual(after);
    expect(await make()).toEqual(after);
    for (const name of ['phone.tes', 'hone.test', 'example.test']) {
      expect((await make([...HOSTS, name])).ca).not.toBe(after.ca);
    }
  });

  it('renews the leaf 30 days before it expires', async () => {
    const before = await make();
    expect(await make(HOSTS, later(397 - 31))).toEqual(before);
    const after = await make(HOSTS, later(397 - 29));
    expect(after.ca).toBe(before.ca);
    expect(after.cert).not.toBe(before.cert);
  });

  it('makes a new leaf key readable by its owner only, with any mode of the old file', async () => {
    await make();
    chmodSync(join(folder, 'tls-key.pem'), 0o644);
    await make([...HOSTS, 'phone.local']);
    expect(statSync(join(folder, 'tls-key.pem')).mode & 0o777).toBe(0o600);
  });

  it.each(['ca.pem', 'ca-key.pem'])('makes a new CA and leaf if %s is missing', async (name) => {
    await make();
    rmSync(join(folder, name));
    expect(await handshake({ ...(await make()), servername: 'localhost' })).toBe(true);
  });

  it.each(['ca.pem', 'tls-cert.pem', 'tls-key.pem'])('replaces an empty %s', async (name) => {
    await make();
    truncateSync(join(folder, name));
    expect(await handshake({ ...(await make()), servername: 'localhost' })).toBe(true);
  });

  it('replaces a leaf that does not match its key', async () => {
    await make();
    const { key } = read(await developmentCertificates(join(folder, 'other'), HOSTS, NOW));
    writeFileSync(join(folder, 'tls-key.pem'), key);
    expect(await handshake({ ...(await make()), servername: 'localhost' })).toBe(true);
  });
});
