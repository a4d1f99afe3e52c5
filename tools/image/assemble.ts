// In the image's build stage: everything that the image holds, in a folder. `node tools/image/assemble.ts /image`.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPages } from '../build-pages/build.ts';
import { bundleService } from './bundle.ts';
import { copyFile, copyProgram } from './copy-program.ts';
import { describePackage, packagesOf } from './debian-packages.ts';
import { wholeSbom, type Sbom } from './sbom.ts';
import { warmCompileCache } from './warm-compile-cache.ts';

const root = join(import.meta.dirname, '..', '..');
const image = process.argv[2]!;
const app = join(image, 'app');
const USER = 65_532;

/** What the service shows to people, and what it reads beside its code. */
const SHIPPED = [
  'LICENSE',
  'apps/service/package.json',
  'apps/docs/dist/**',
  'apps/{app,console,hosted}/dist/**',
  'deploy/image/health.mjs',
];

await buildPages({ say: console.log });
for (const file of globSync(SHIPPED, { cwd: root, withFileTypes: true }))
  if (file.isFile()) {
    const from = join(file.parentPath, file.name);
    copyFile(from, join(app, from.slice(root.length)));
  }
const { packages } = await bundleService(app);
// Koffi has its native part in a package beside it.
for (const folder of globSync(
  [...packages, '@koromix/koffi-*'].map((name) => `node_modules/${name}`),
  { cwd: root },
))
  cpSync(join(root, folder), join(app, folder), { recursive: true });

const libraries = [
  ...copyProgram(process.execPath, '/usr/bin/node', image),
  ...copyProgram('/usr/bin/tini', '/usr/bin/tini', image),
];
copyFile('/etc/ssl/certs/ca-certificates.crt', join(image, 'etc/ssl/certs/ca-certificates.crt'));
copyFile('/opt/node/LICENSE', join(image, 'usr/share/doc/node/LICENSE'));
const debian = packagesOf([...libraries, '/usr/bin/tini', '/usr/sbin/update-ca-certificates']);
for (const each of debian) describePackage(each, image);

writeFileSync(join(image, 'etc/passwd'), `root:x:0:0::/:/none\nauthly:x:${USER}:${USER}::/var/lib/authly:/none\n`);
writeFileSync(join(image, 'etc/group'), `root:x:0:\nauthly:x:${USER}:\n`);
writeFileSync(join(image, 'etc/nsswitch.conf'), 'hosts: files dns\n');
mkdirSync(join(image, 'tmp'));
chmodSync(join(image, 'tmp'), 0o1777);
mkdirSync(join(image, 'var/lib/authly'), { recursive: true, mode: 0o700 });
const command = join(app, 'apps/service/bin/authly.mjs');
chmodSync(command, 0o755);
symlinkSync('/app/apps/service/bin/authly.mjs', join(image, 'usr/bin/authly'));

const npmSbom = JSON.parse(readFileSync(join(root, 'npm-sbom.json'), 'utf8')) as Sbom;
mkdirSync(join(image, 'usr/share/sbom'), { recursive: true });
writeFileSync(
  join(image, 'usr/share/sbom/authly.cdx.json'),
  `${JSON.stringify(wholeSbom(npmSbom, process.versions.node, debian), null, 1)}\n`,
);

// The first proof that nothing is missing: it runs with what the image has and nothing else.
await warmCompileCache(image, '/app/.compiled', USER);
console.log(execFileSync('chroot', [image, '/usr/bin/authly', '--version'], { encoding: 'utf8' }).trim());
