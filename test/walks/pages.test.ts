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
    // "Back" moved away from under the pointer.
    { seed: 7, path: '0:2:1:1:1:5:5:3/IANCi:V' },
    // After a way back, another session in the same tab loaded for ever.
    { seed: 7, path: '0:2:1/CXD:F' },
    // An end of the app had no button.
    { seed: 7, path: '0:3:4:5/IACNHBH:VB' },
    // The amount was hidden when it was approved.
    { seed: 7, path: '0:2:0/BYC:F' },
  ]);
});
