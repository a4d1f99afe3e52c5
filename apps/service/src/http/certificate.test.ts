import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  developmentCertificates,
  type DevelopmentCertificates,
} from '../../../sandbox/src/development-certificates/development-certificates.ts';
import { CONSOLE } from '../../test/console-side.ts';
import { TestService } from '../../test/running-service.ts';

const MINUTE_MS = 60_000;
const HOSTS = ['localhost', 'authly.test'];

let folder: string;
let first: DevelopmentCertificates;
let second: DevelopmentCertificates;
let other: DevelopmentCertificates;
let expired: DevelopmentCertificates;
let tomorrow: DevelopmentCertificates;
/** Links, as Kubernetes and certbot create them. */
let tls: { certFile: string; keyFile: string };
let service: TestService;
let lines: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'authly-renewal-'));
  const made = (name: string, hosts: string[], days = 0) =>
    developmentCertificates(join(folder, name), hosts, new Date(Date.now() + days * 86_400_000));
  [first, second] = [await made('first', HOSTS), await made('second', HOSTS)];
  other = await made('other', ['other.example']);
  [expired, tomorrow] = [await made('expired', HOSTS, -3650), await made('tomorrow', HOSTS, 30)];
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  lines = [];
  const served = mkdtempSync(join(folder, 'served-'));
  tls = { certFile: join(served, 'current', 'tls-cert.pem'), keyFile: join(served, 'current', 'tls-key.pem') };
  pointTo(first);
  service = await TestService.start({
    environment: 'production',
    config: { tls, console: CONSOLE },
    logTo: { write: (line) => void lines.push(line) },
  });
});
afterEach(() => service.stop());

/** Kubernetes renews a mounted secret by replacing one link. */
function pointTo({ certFile }: DevelopmentCertificates): void {
  const [link, target] = [join(tls.certFile, '..'), join(certFile, '..')];
  symlinkSync(target, `${link}.new`);
  renameSync(`${link}.new`, link);
}

/** A folder with these files instead of the link. */
function put(cert: string | undefined, key: string | undefined): void {
  const link = join(tls.certFile, '..');
  rmSync(link, { recursive: true });
  mkdirSync(link);
  if (cert !== undefined) writeFileSync(tls.certFile, cert, { mode: 0o600 });
  if (key !== undefined) writeFileSync(tls.keyFile, key, { mode: 0o600 });
}

async function servedOn(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerX509Certificate()!;
  socket.destroy();
  return fingerprint256;
}

const served = (): Promise<string[]> =>
  Promise.all([service.service.ports.api, service.service.ports.console!].map(servedOn));
const certificateOf = ({ certFile }: DevelopmentCertificates): X509Certificate =>
  new X509Certificate(readFileSync(certFile));
const twice = (made: DevelopmentCertificates): string[] =>
  Array(2).fill(certificateOf(made).fingerprint256) as string[];
const errors = (): { reason: string }[] =>
  lines.filter((line) => line.includes('"level":"error"')).map((line) => JSON.parse(line) as { reason: string });
const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec((await service.ops('/metrics')).text)?.[1]);
const failures = (): Promise<number> => metric('authly_certificate_reload_failures_total');
const text = (file: string): string => readFileSync(file, 'utf8');

describe('a renewed certificate', () => {
  it('is served by API and console within a minute of a replaced link; its expiry is a metric', async () => {
    expect(await served()).toEqual(twice(first));
    pointTo(second);
    service.deadlineClock.move(MINUTE_MS);
    expect(await served()).toEqual(twice(second));
    const expiry = certificateOf(second).validToDate.getTime() / 1000;
    expect(await metric('authly_certificate_expiry_timestamp_seconds')).toBe(expiry);
    expect(await metric('authly_certificate_late_timestamp_seconds')).toBe(expiry - 21 * 24 * 60 * 60);
    expect(await failures()).toBe(0);
  });

  it('is served at once after a reload', async () => {
    pointTo(second);
    service.service.reloadCertificate();
    expect(await served()).toEqual(twice(second));
  });
});

describe('an invalid certificate is not served: the old one stays, with one error line and a count', () => {
  it.each([
    ['garbage', () => put('garbage', text(second.keyFile)), 'AUTHLY_TLS_CERT_FILE points to a file that is not a PEM'],
    ['an empty certificate', () => put('', text(second.keyFile)), 'AUTHLY_TLS_CERT_FILE points to a file that is not'],
    ['an empty key', () => put(text(second.certFile), ''), 'AUTHLY_TLS_KEY_FILE points to a file that is not a PEM'],
    ['a missing key', () => put(text(second.certFile), undefined), 'AUTHLY_TLS_KEY_FILE points to a file that cannot'],
    [
      'the key of another certificate',
      () => put(text(second.certFile), text(first.keyFile)),
      'AUTHLY_TLS_KEY_FILE points to a key that does not belong to the certificate',
    ],
    [
      'a certificate for another name',
      () => put(text(other.certFile), text(other.keyFile)),
      'AUTHLY_TLS_CERT_FILE points to a certificate that does not cover authly.test',
    ],
    ['an expired certificate', () => pointTo(expired), 'the certificate has expired on 20'],
    ['a certificate of the future', () => pointTo(tomorrow), 'the certificate is valid from 20'],
  ])('%s', async (_, spoil, reason) => {
    spoil();
    service.service.reloadCertificate();
    expect(await served()).toEqual(twice(first));
    expect(errors()).toEqual([expect.objectContaining({ reason: expect.stringContaining(reason) as string })]);
    expect(await failures()).toBe(1);
  });

  it('invalid files are reported once, not every minute; repaired ones are served', async () => {
    put('garbage', undefined);
    for (let i = 0; i < 5; i++) service.deadlineClock.move(MINUTE_MS);
    expect([errors().length, await failures()]).toEqual([1, 1]);
    put(text(second.certFile), text(second.keyFile));
    service.deadlineClock.move(MINUTE_MS);
    expect(await served()).toEqual(twice(second));
    expect(await failures()).toBe(1);
  });
});
