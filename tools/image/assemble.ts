// Runs in the image's build stage and writes the content of the image into a folder. `node tools/image/assemble.ts /image`.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPages } from '../../apps/sandbox/src/build-pages/build.ts';
import { BIN } from '../build/bundle.ts';
import { buildFolder } from '../build/folder.ts';
import { copyFile, writeText } from '../files.ts';

const root = join(import.meta.dirname, '..', '..');
const image = process.argv[2]!;
const app = join(image, 'app');
const USER = 65_532;

/** Debian packages of the libraries that Node links, and the init process. Copied whole, with their licenses. */
const DEBIAN = ['libc6', 'libgcc-s1', 'libstdc++6', 'tini'];

await buildPages({ say: console.log });
await buildFolder(app);
copyFile(join(root, 'deploy/image/health.mjs'), join(app, 'deploy/image/health.mjs'));
rmSync(join(app, 'deploy/systemd'), { recursive: true });

const COPY = `dpkg -L ${DEBIAN.join(' ')} | sort -u | tar -c --no-recursion --ignore-failed-read -T - | tar -x -C ${image}`;
execFileSync('sh', ['-euc', COPY], { cwd: '/', stdio: ['ignore', 'inherit', 'ignore'] });
// Programs look for the loader in /lib or /lib64.
for (const folder of ['lib', 'lib64'])
  if (existsSync(join(image, 'usr', folder))) symlinkSync(`usr/${folder}`, join(image, folder));
copyFile('/etc/ssl/certs/ca-certificates.crt', join(image, 'etc/ssl/certs/ca-certificates.crt'));

write('etc/passwd', `root:x:0:0::/:/none\nauthly:x:${USER}:${USER}::/var/lib/authly:/none\n`);
write('etc/group', `root:x:0:\nauthly:x:${USER}:\n`);
write('etc/nsswitch.conf', 'hosts: files dns\n');
mkdirSync(join(image, 'tmp'));
chmodSync(join(image, 'tmp'), 0o1777);
mkdirSync(join(image, 'var/lib'), { recursive: true });
mkdirSync(join(image, 'var/lib/authly'), { mode: 0o700 });
// The image has no shell for the launcher of the folder, and no `env`.
rmSync(join(app, 'bin/authly'));
const entry = join(app, BIN, 'authly.mjs');
writeFileSync(entry, readFileSync(entry, 'utf8').replace(/^#!.*/, '#!/usr/bin/node'));
symlinkSync('/app/node', join(image, 'usr/bin/node'));
symlinkSync(`/app/${BIN}/authly.mjs`, join(image, 'usr/bin/authly'));

// Scanners look for Debian's packages here.
const debian = [...DEBIAN, 'ca-certificates'].map((name) => {
  write(`var/lib/dpkg/status.d/${name}`, query('-s', name));
  const [version = '', architecture = ''] = query('-W', '-f', '${Version} ${Architecture}', name).split(' ');
  return { name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}` };
});
write('usr/share/sbom/authly.cdx.json', sbom(debian));

// Fails if a library is missing.
console.log(execFileSync('chroot', [image, '/usr/bin/authly', '--version'], { encoding: 'utf8' }).trim());

function sbom(debian: readonly { name: string; version: string; purl: string }[]): string {
  const npm = JSON.parse(readFileSync(join(root, 'npm-sbom.json'), 'utf8')) as {
    metadata: { component: object };
    components: object[];
  };
  const { node } = process.versions;
  const added = [
    { type: 'application', name: 'node', version: node, purl: `pkg:generic/node@${node}` },
    ...debian.map((each) => ({ type: 'library', ...each })),
  ];
  const components = [...npm.components, ...added.map((each) => ({ ...each, 'bom-ref': each.purl }))];
  // npm would use the name of the build folder.
  const metadata = { ...npm.metadata, component: { ...npm.metadata.component, name: 'authly' } };
  return `${JSON.stringify({ ...npm, metadata, components }, null, 1)}\n`;
}

function query(...args: string[]): string {
  return execFileSync('dpkg-query', args, { encoding: 'utf8' });
}

function write(path: string, text: string): void {
  writeText(join(image, path), text);
}
