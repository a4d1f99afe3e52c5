import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { attempted } from '../runtime/attempted.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from '../runtime/environment.ts';
import { unsafeCertificate } from './production-safety.ts';
import { fileText, type SettingReader } from './setting-reader.ts';

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** Returns undefined for plain HTTP behind a trusted proxy. */
export function tlsFiles(read: SettingReader): TlsFiles | undefined {
  const certFile = read.value('AUTHLY_TLS_CERT_FILE');
  const keyFile = read.value('AUTHLY_TLS_KEY_FILE');
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    return read.wrong('AUTHLY_TLS_CERT_FILE', 'and AUTHLY_TLS_KEY_FILE must be set together');
  const files = { certFile, keyFile };
  const [cert, key] = [read.file('AUTHLY_TLS_CERT_FILE'), read.file('AUTHLY_TLS_KEY_FILE')];
  if (cert && key) read.problems.push(...pairProblems(files, { cert, key }));
  return files;
}

export const readPair = ({ certFile, keyFile }: TlsFiles): Partial<TlsPair> => {
  const [cert, key] = [fileText(certFile), fileText(keyFile)];
  return { ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
};

export interface CertificateUse {
  readonly tls: TlsFiles;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly trustedProxies: readonly string[];
}

/** Applies the rules of a start to renewed files. Throws ConfigError. */
export function checkedPair(pair: Partial<TlsPair>, use: CertificateUse): TlsPair {
  const problems = pairProblems(use.tls, pair);
  if (problems.length === 0 && use.environment === 'production')
    problems.push(...unsafeCertificate(use, new X509Certificate(pair.cert!)));
  if (problems.length > 0) throw new ConfigError(problems);
  return pair as TlsPair;
}

function pairProblems({ certFile, keyFile }: TlsFiles, { cert, key }: Partial<TlsPair>): string[] {
  const certificate = cert === undefined ? undefined : attempted(() => new X509Certificate(cert));
  const privateKey = key === undefined ? undefined : attempted(() => createPrivateKey(key));
  const unusable = [
    ...problemsOf('AUTHLY_TLS_CERT_FILE', certFile, 'certificate', cert, certificate),
    ...problemsOf('AUTHLY_TLS_KEY_FILE', keyFile, 'private key', key, privateKey),
  ];
  if (unusable.length > 0) return unusable;
  if (!certificate!.checkPrivateKey(privateKey!))
    return [`AUTHLY_TLS_KEY_FILE points to a key that does not belong to the certificate: ${keyFile}`];
  // OpenSSL also rejects short keys and broken chains.
  return attempted(() => createSecureContext({ cert: cert!, key: key! })) === undefined
    ? [`AUTHLY_TLS_CERT_FILE points to a certificate that OpenSSL does not accept: ${certFile}`]
    : [];
}

function problemsOf(name: string, file: string, what: string, text: string | undefined, parsed: unknown): string[] {
  if (text === undefined) return [`${name} points to a file that cannot be read: ${file}`];
  if (parsed !== undefined) return [];
  const kind = /ENCRYPTED/.test(text) ? 'a key with a passphrase: remove it with openssl pkey' : `not a PEM ${what}`;
  return [`${name} points to a file that is ${kind}: ${file}`];
}
