#!/usr/bin/env node
// Plain JavaScript: an old Node prints what to do instead of a syntax error.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REQUIRED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
  const here = dirname(fileURLToPath(import.meta.url));
  const pinned = join(here, '..', '..', '..', 'node_modules', '.bin', 'node');
  console.error(`authly-bio-check needs Node ${REQUIRED_MAJOR} or newer; this is ${process.version}.`);
  console.error(
    existsSync(pinned)
      ? `This repository brings one along. Run it from the repository's folder as: npx authly-bio-check …\nor directly as: ${pinned} ${fileURLToPath(import.meta.url)} …`
      : 'Install it from https://nodejs.org and run the command again.',
  );
  process.exit(2);
}

const { main } = await import('../src/bio-check/main.ts');
process.exitCode = await main(process.argv.slice(2), process);
