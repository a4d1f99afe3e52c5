import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentCertificates } from '../development-certificates/development-certificates.ts';
import { startBioApi, type BioApi } from './merchant.ts';

export interface Certificates {
  readonly ca: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** What a deployment is put on: a folder, certificates, a merchant's Bio API. */
export interface Ground {
  readonly folder: string;
  readonly tls: Certificates;
  readonly bio: BioApi;
  /** Ends whatever was put on it, and it. */
  readonly cleanup: AsyncDisposableStack;
}

export async function openGround(name: string, cleanup: AsyncDisposableStack): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), `authly-${name}-`));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  // Postgres may run as another user, who must be able to come here.
  chmodSync(folder, 0o755);
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const tls = { ca: readFileSync(caFile, 'utf8'), certFile, keyFile };
  const bio = await startBioApi(tls);
  cleanup.defer(() => bio.close());
  return { folder, tls, bio, cleanup };
}
