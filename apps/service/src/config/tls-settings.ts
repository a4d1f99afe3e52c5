import { fileText, type SettingReader } from './setting-reader.ts';

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Undefined: plain HTTP behind a trusted proxy that terminates TLS. */
export function tlsFiles(read: SettingReader): TlsFiles | undefined {
  const certFile = read.value('AUTHLY_TLS_CERT_FILE');
  const keyFile = read.value('AUTHLY_TLS_KEY_FILE');
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    return read.wrong('AUTHLY_TLS_CERT_FILE', 'and AUTHLY_TLS_KEY_FILE must be set together');
  for (const [name, file] of [
    ['AUTHLY_TLS_CERT_FILE', certFile],
    ['AUTHLY_TLS_KEY_FILE', keyFile],
  ] as const) {
    if (fileText(file) === undefined) read.wrong(name, `points to a file that cannot be read: ${file}`);
  }
  return { certFile, keyFile };
}
