import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPages } from '../../apps/sandbox/src/build-pages/build.ts';

const LOCK = join(import.meta.dirname, '..', '..', 'out', '.building-pages');
/** No build takes this long: the process that held the lock has ended. */
const STALE_MS = 120_000;

/** Builds all pages before the first test. Only one of two runs in a checkout may build. */
export default async function setup(): Promise<void> {
  mkdirSync(join(LOCK, '..'), { recursive: true });
  while (!locked()) await wait(100);
  try {
    await buildPages();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function locked(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    const held = statSync(LOCK, { throwIfNoEntry: false });
    if (held && Date.now() - held.mtimeMs > STALE_MS) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}
