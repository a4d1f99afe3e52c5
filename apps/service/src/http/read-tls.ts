import { readFileSync } from 'node:fs';
import type { TlsFiles } from '../config/tls-settings.ts';

export const readTls = ({ certFile, keyFile }: TlsFiles): { cert: string; key: string } => ({
  cert: readFileSync(certFile, 'utf8'),
  key: readFileSync(keyFile, 'utf8'),
});
