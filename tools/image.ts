// `npm run image`: builds deploy/Dockerfile without a registry and without an engine, runs the image as an engine would, and makes a
// merchant's first calls to it. On Debian, as root; a few minutes.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './debian-package.ts';
import { helpIfAsked } from './help.ts';
import { buildImage } from './image/build.ts';
import { checkRules } from './image/check-rules.ts';
import { tryImage } from './image/try-image.ts';

const repo = join(import.meta.dirname, '..');
const MAX_MB = 200;

helpIfAsked(`npm run image

Builds deploy/Dockerfile without a registry and without an engine, runs the image as an engine would, as nobody on a read-only root, and makes
a merchant's first calls to it. On Debian, as root, which installs buildah and mmdebstrap where they are missing; some minutes.`);
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('npm run image needs Linux and root. With an engine: docker build -f deploy/Dockerfile -t authly .');
  process.exit(1);
}
for (const program of ['buildah', 'mmdebstrap'])
  ensureInstalled({
    why: 'The image is built without an engine',
    names: [program],
    isHere: () => existsSync(`/usr/bin/${program}`),
  });

const began = performance.now();
using image = buildImage(repo, join(repo, 'out', 'image'));
const builtIn = (performance.now() - began) / 1000;
mkdirSync(join(repo, 'out', 'image'), { recursive: true });
copyFileSync(join(image.root, 'usr/share/sbom/authly.cdx.json'), join(repo, 'out', 'image', 'sbom.cdx.json'));
const megabytes = image.bytes / 1_000_000;
const findings = [
  { promise: `at most ${MAX_MB} MB`, holds: megabytes <= MAX_MB, seen: `${megabytes.toFixed(0)} MB, uncompressed` },
  ...(await tryImage(image)),
  ...checkRules(repo),
];
console.log(`\nBuilt in ${builtIn.toFixed(0)} s.`);
for (const { promise, holds, seen } of findings) console.log(`${holds ? '✓' : '✗'} ${promise}: ${seen}`);
process.exitCode = findings.every(({ holds }) => holds) ? 0 : 1;
