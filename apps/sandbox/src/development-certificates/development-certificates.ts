import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { attempted } from '../../../service/src/runtime/attempted.ts';
import type { DevelopmentCertificates } from './make-certificates.ts';
import { permits } from './name-constraints.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const RENEW_BEFORE_DAYS = 30;

export type { DevelopmentCertificates };

/** The leaf is renewed before it expires, when a host is added, and when it has addresses that nobody needs. A host outside the CA's name constraints needs a new CA. */
export async function developmentCertificates(
  folder: string,
  hosts: readonly string[],
  now: Date,
): Promise<DevelopmentCertificates> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = {
    caFile: join(folder, 'ca.pem'),
    certFile: join(folder, 'tls-cert.pem'),
    keyFile: join(folder, 'tls-key.pem'),
  };
  const caKeyFile = join(folder, 'ca-key.pem');
  const authority = usablePair(files.caFile, caKeyFile, now);
  const isHeld = authority !== undefined && permits(authority, hosts);
  if (isHeld && isUsable(files, hosts, now)) return files;
  const { makeAuthority, makeLeaf } = await import('./make-certificates.ts');
  if (!isHeld) await makeAuthority(files.caFile, caKeyFile, hosts, now);
  if (!isUsable(files, hosts, now)) await makeLeaf(files, caKeyFile, hosts, now);
  return files;
}

function isUsable(
  { caFile, certFile, keyFile }: DevelopmentCertificates,
  hosts: readonly string[],
  now: Date,
): boolean {
  const leaf = usablePair(certFile, keyFile, now);
  if (leaf === undefined || !leaf.verify(new X509Certificate(readFileSync(caFile)).publicKey)) return false;
  if (leaf.subjectAltName?.includes('IP Address') && !hosts.some((host) => isIP(host))) return false;
  return hosts.every(
    (host) => (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host, { subject: 'never' })) !== undefined,
  );
}

/** Undefined if a file is missing or damaged, the key does not match, or the certificate expires soon. */
const usablePair = (certFile: string, keyFile: string, now: Date): X509Certificate | undefined =>
  attempted(() => {
    const certificate = new X509Certificate(readFileSync(certFile));
    const endsSoon = new Date(certificate.validTo).getTime() - now.getTime() < RENEW_BEFORE_DAYS * DAY_MS;
    return !endsSoon && certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile))) ? certificate : undefined;
  });
