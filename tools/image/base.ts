import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageStorage } from './storage.ts';

/** What the slim images of Debian leave out. */
const LEFT_OUT = [
  '/usr/share/man/*',
  '/usr/share/locale/*',
  '/usr/share/info/*',
  '/usr/share/groff/*',
  '/usr/share/lintian/*',
];

/** Where no registry is to be had, the image that the Dockerfile begins with is made from Debian's packages, under the same name. */
export function makeBase(storage: ImageStorage, name: string, folder: string): void {
  const full = `docker.io/library/${name}`;
  if (storage.has(full)) return;
  const suite = /^debian:(\w+)-slim$/.exec(name)?.[1];
  if (suite === undefined) throw new Error(`${name} is not an image that can be made from packages`);
  const archive = join(folder, 'base.tar');
  const without = LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`);
  execFileSync('mmdebstrap', ['--variant=minbase', '--quiet', ...without, suite, archive], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const container = storage.buildah(['from', 'scratch']);
  storage.buildah(['add', '--quiet', container, archive, '/']);
  storage.buildah(['config', '--cmd', '["bash"]', container]);
  storage.buildah(['commit', '--quiet', container, full]);
  storage.buildah(['rm', container]);
  rmSync(archive);
}
