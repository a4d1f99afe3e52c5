import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPages } from '../../tools/build-pages/build.ts';

const LOCK = join(import.meta.dirname, '..', '..', 'out', '.building-pages');
/** No build takes this long: whoever held the lock has died. */
const STALE_MS = 120_000;

/** These pages, or all, as their sources are now. Test files run at the same time, and only one may build. */
export async function pagesBuilt(only?: readonly string[]): Promise<void> {
  mkdirSync(join(LOCK, '..'), { recursive: true });
  while (!locked()) await wait(100);
  try {
    await buildPages(only ? { only } : {});
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
