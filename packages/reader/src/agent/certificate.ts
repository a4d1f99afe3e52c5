import 'reflect-metadata';
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { replaceFile } from './paired-pages.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Apple's systems reject longer ones, even from a trusted authority. */
const LIFE_DAYS = 820;
const RENEW_BEFORE_DAYS = 14;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export type AgentCertificate = Awaited<ReturnType<typeof agentCertificate>>;

/** The authority's key is used once and never stored, so trusting it means trusting this one certificate. */
export async function agentCertificate(folder: string, now: Date) {
  const [caFile, certFile, keyFile] = [join(folder, 'ca.pem'), join(folder, 'cert.pem'), join(folder, 'key.pem')];
  if (!isUsable(certFile, keyFile, caFile, now)) await makeCertificate({ caFile, certFile, keyFile }, now);
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), caFile };
}

async function makeCertificate(files: { caFile: string; certFile: string; keyFile: string }, now: Date): Promise<void> {
  const [authorityKeys, keys] = await Promise.all([newKeys(), newKeys()]);
  const validity = {
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + LIFE_DAYS * DAY_MS),
  };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=Authly reader on this machine',
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=localhost',
    issuer: authority.subject,
    signingKey: authorityKeys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  replaceFile(files.keyFile, key, 0o600);
  replaceFile(files.certFile, leaf.toString('pem'), 0o644);
  replaceFile(files.caFile, authority.toString('pem'), 0o644);
}

function isUsable(certFile: string, keyFile: string, caFile: string, now: Date): boolean {
  try {
    const leaf = new X509Certificate(readFileSync(certFile));
    const lasts = Date.parse(leaf.validTo) - now.getTime() > RENEW_BEFORE_DAYS * DAY_MS;
    const isOfAuthority = leaf.verify(new X509Certificate(readFileSync(caFile)).publicKey);
    return lasts && isOfAuthority && leaf.checkPrivateKey(createPrivateKey(readFileSync(keyFile)));
  } catch {
    return false;
  }
}

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
