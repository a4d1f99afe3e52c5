import { afterAll } from 'vitest';
import { journeys } from '../journeys/browser.ts';
import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './pages.ts';

journeys('walks through the pages', { timeout: 120_000 }, () => {
  /** One service, one shop and one browser for all seeds. */
  let world: ReturnType<typeof walk.open> | undefined;
  afterAll(async () => (await world)?.[Symbol.asyncDispose]());
  const open: typeof walk.open = async (ground) => ({
    ...(await (world ??= walk.open(ground))),
    [Symbol.asyncDispose]: async () => {},
  });

  fixedSeeds({ ...walk, open }, [
    { seed: 1, runs: 1 },
    // The amount was hidden when it was approved.
    { seed: 81, path: '0:2:2:2/FAH:F' },
    // After a way back, another session in the same tab loaded for ever.
    { seed: 81, path: '0:4:3:3:3:3:3:3/CDU:F' },
  ]);
});
