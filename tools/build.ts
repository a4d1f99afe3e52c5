// `npm run build`: the service in a self-contained folder.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildPages } from '../apps/sandbox/src/build-pages/build.ts';
import { VERSION } from '../apps/service/src/runtime/version.ts';
import { buildFolder } from './build/folder.ts';
import { helpIfAsked } from './command.ts';
import { npm } from './pack/tarballs.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'out', 'authly');

helpIfAsked(`npm run build [-- --force] [--archive]

Builds the pages and the docs where they changed (--force: all), then out/authly: the service, its command line, the pages and Node. The folder
needs nothing else on a machine of the same kind (Linux with glibc, arm64 or x64). Run out/authly/bin/authly, or copy the folder to /opt/authly.

--archive also writes the SBOM of the packages into the folder, and out/authly-VERSION-linux-ARCHITECTURE.tar.gz.`);
await buildPages({ force: process.argv.includes('--force'), say: console.log });
const { bytes, nodeBytes } = await buildFolder(folder);
const megabytes = (size: number): string => `${(size / 1_000_000).toFixed(0)} MB`;
console.log(`${relative(root, folder)}: ${megabytes(bytes)}, of which Node ${megabytes(nodeBytes)}`);
if (process.argv.includes('--archive')) {
  const sbom = await npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--workspace=@authly/service'], root);
  writeFileSync(join(folder, 'authly.cdx.json'), sbom);
  const name = `authly-${VERSION}-${process.platform}-${process.arch}`;
  const archive = join(root, 'out', `${name}.tar.gz`);
  execFileSync('tar', [
    '-czf',
    archive,
    '--owner=0',
    '--group=0',
    `--transform=s,^authly,${name},`,
    '-C',
    join(root, 'out'),
    'authly',
  ]);
  console.log(relative(root, archive));
}
