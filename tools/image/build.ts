import { existsSync, globSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBase } from './base.ts';
import type { ImageConfig } from './container.ts';
import { ImageStorage } from './storage.ts';

export const IMAGE = 'localhost/authly:latest';
/** Whoever has a proxy with a certificate of its own has put it here. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

export interface BuiltImage extends Disposable {
  /** Its files, mounted. They may be written to: they are a copy. */
  readonly root: string;
  readonly config: ImageConfig;
  readonly bytes: number;
}

/** deploy/Dockerfile, as any engine would build it. */
export function buildImage(repo: string, scratch: string): BuiltImage {
  mkdirSync(scratch, { recursive: true });
  const storage = new ImageStorage(join(scratch, 'storage'));
  const dockerfile = join(repo, 'deploy', 'Dockerfile');
  makeBase(storage, baseOf(dockerfile), scratch);
  // In the engines' own format, for the other one has no health check.
  const how = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--network', 'host'];
  const certificates = existsSync(CERTIFICATES) ? ['--secret', `id=ca,src=${CERTIFICATES}`] : [];
  storage.watch(['bud', ...how, ...certificates, '-f', dockerfile, '-t', IMAGE, repo], repo);
  const container = storage.buildah(['from', '--pull-never', IMAGE]);
  const root = storage.buildah(['mount', container]);
  const { Docker } = JSON.parse(storage.buildah(['inspect', container])) as { Docker: { config: ImageConfig } };
  return {
    root,
    config: Docker.config,
    bytes: sizeOf(root),
    [Symbol.dispose]() {
      storage.buildah(['umount', container]);
      storage.buildah(['rm', container]);
    },
  };
}

function baseOf(dockerfile: string): string {
  const name = /^FROM (\S+) AS build$/m.exec(readFileSync(dockerfile, 'utf8'))?.[1];
  if (name === undefined) throw new Error('the Dockerfile has no build stage');
  return name;
}

/** Of all files, uncompressed. */
const sizeOf = (folder: string): number =>
  globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((all, entry) => all + lstatSync(join(entry.parentPath, entry.name)).size, 0);
