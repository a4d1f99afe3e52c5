// `npm run image`: builds deploy/Dockerfile without a registry, runs the image as an operator would, and checks its promises.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureInstalled } from './debian-package.ts';
import { helpIfAsked } from './command.ts';
import { Podman } from './image/podman.ts';
import type { Finding } from '../test/try-service.ts';
import { tryImage } from '../test/try-image.ts';

const repo = join(import.meta.dirname, '..');
const out = join(repo, 'out', 'image');
const dockerfile = join(repo, 'deploy', 'Dockerfile');
/** Includes the certificate of a company's proxy. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const IMAGE = 'localhost/authly';
const BASE = 'localhost/authly-base';
const MAX_MB = 200;

helpIfAsked(`npm run image

Builds deploy/Dockerfile without a registry, runs the image in production with a read-only root and no capabilities, and checks what it
promises. Writes out/image/sbom.cdx.json. Needs Debian and root; installs podman, runc and mmdebstrap if they are missing.`);
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('npm run image needs Linux and root. With Docker: docker build -f deploy/Dockerfile -t authly .');
  process.exit(1);
}
for (const program of ['/usr/bin/podman', '/usr/sbin/runc', '/usr/bin/mmdebstrap'])
  ensureInstalled('Builds and runs the image', [basename(program)], () => existsSync(program));

const began = performance.now();
const podman = new Podman(join(out, 'podman'));
makeBase();
const secret = existsSync(CERTIFICATES) ? [`--secret=id=ca,src=${CERTIFICATES}`] : [];
// OCI's format has no health check.
const how = [
  '--isolation=chroot',
  '--layers=false',
  '--format=docker',
  '--pull=never',
  '--network=host',
  `--build-arg=BASE=${BASE}`,
  ...secret,
];
podman.show('build', ...how, '-f', dockerfile, '-t', IMAGE, repo);
const seconds = (performance.now() - began) / 1000;
const megabytes = Number(podman.run('image', 'inspect', '--format={{.Size}}', IMAGE)) / 1_000_000;
const findings: Finding[] = [
  { promise: `at most ${MAX_MB} MB`, holds: megabytes <= MAX_MB, seen: `${megabytes.toFixed(0)} MB, uncompressed` },
  ...(await tryImage(podman, IMAGE, out)),
];
console.log(`\nBuilt in ${seconds.toFixed(0)} s.`);
for (const { promise, holds, seen } of findings) console.log(`${holds ? '✓' : '✗'} ${promise}: ${seen}`);
process.exitCode = findings.every(({ holds }) => holds) ? 0 : 1;

/** Replaces the Dockerfile's base image by the same Debian, made from its packages. */
function makeBase(): void {
  const [, suite] = /^ARG BASE=debian:(\w+)-slim@/m.exec(readFileSync(dockerfile, 'utf8')) ?? [];
  if (suite === undefined) throw new Error('the Dockerfile has no build stage on a slim Debian');
  if (podman.has(BASE)) return;
  const archive = join(out, 'base.tar');
  spawnSync('mmdebstrap', ['--variant=minbase', '--quiet', suite, archive], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  podman.run('import', archive, BASE);
  rmSync(archive);
}
