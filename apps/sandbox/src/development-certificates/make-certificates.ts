import 'reflect-metadata';
import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { id_ce_nameConstraints } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import { nameConstraints } from './name-constraints.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CA_DAYS = 3650;
/** Phones refuse leaf certificates that live longer than 398 days. */
const LEAF_DAYS = 397;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface DevelopmentCertificates {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export async function makeAuthority(
  certFile: string,
  keyFile: string,
  hosts: readonly string[],
  now: Date,
): Promise<void> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...anyCertificate(CA_DAYS, now),
    name: 'CN=Authly sandbox CA, O=Authly sandbox',
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.Extension(id_ce_nameConstraints, true, nameConstraints(hosts)),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  writePair(certificate, certFile, keys.privateKey, keyFile);
}

export async function makeLeaf(
  files: DevelopmentCertificates,
  caKeyFile: string,
  hosts: readonly string[],
  now: Date,
): Promise<void> {
  const authority = new x509.X509Certificate(readFileSync(files.caFile, 'utf8'));
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...anyCertificate(LEAF_DAYS, now),
    // No host here: some clients check the subject against the CA's name constraints, which an IP address fails.
    subject: 'CN=Authly sandbox',
    issuer: authority.subject,
    signingKey: createPrivateKey(readFileSync(caKeyFile)).toCryptoKey(ALGORITHM, false, ['sign']),
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
      new x509.SubjectAlternativeNameExtension(hosts.map((host) => ({ type: isIP(host) ? 'ip' : 'dns', value: host }))),
      await x509.AuthorityKeyIdentifierExtension.create(authority),
    ],
  });
  writePair(certificate, files.certFile, keys.privateKey, files.keyFile);
}

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const anyCertificate = (days: number, now: Date) => ({
  notBefore: new Date(now.getTime() - DAY_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
  signingAlgorithm: ALGORITHM,
});

function writePair(
  certificate: x509.X509Certificate,
  certFile: string,
  key: webcrypto.CryptoKey,
  keyFile: string,
): void {
  writeWhole(keyFile, KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }), 0o600);
  writeWhole(certFile, `${certificate.toString('pem')}\n`, 0o644);
}

/** Writes the whole file or none, and never keeps the mode of an older file. */
function writeWhole(file: string, text: string | Buffer, mode: number): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode });
  renameSync(unfinished, file);
}
