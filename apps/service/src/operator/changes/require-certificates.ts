import { X509Certificate } from 'node:crypto';
import { attempted } from '../../runtime/attempted.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export function requireCertificates(pem: string, what: string): string {
  if (pem.includes('PRIVATE KEY')) throw new RefusedError(`${what} holds a private key: give the certificate alone`);
  const blocks = pem.match(BLOCK) ?? [];
  if (blocks.length === 0 || !blocks.every(isCertificate)) throw new RefusedError(`${what} holds no PEM certificate`);
  // Without the text around them, which a database may not be able to store.
  return blocks.map((block) => `${block}\n`).join('');
}

const isCertificate = (block: string): boolean => attempted(() => new X509Certificate(block)) !== undefined;
