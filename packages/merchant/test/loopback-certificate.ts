import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

export async function createLoopbackCertificate(): Promise<{ ca: string; cert: string; key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
  const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [caKeys, leafKeys] = [await makeKeys(), await makeKeys()];
  const period = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 86_400_000) };
  const issuer = 'CN=Loopback test CA';
  const ca = await X509CertificateGenerator.createSelfSigned({
    ...period,
    name: issuer,
    keys: caKeys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  const leaf = await X509CertificateGenerator.create({
    ...period,
    issuer,
    subject: 'CN=127.0.0.1',
    publicKey: leafKeys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
      ]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey)).toString('base64');
  return {
    ca: ca.toString('pem'),
    cert: leaf.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replaceAll(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
  };
}
