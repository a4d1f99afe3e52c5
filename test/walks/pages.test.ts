import { afterAll } from 'vitest';
import { journeys } from '../journeys/browser.ts';
import { fixedWalks } from './explore/fixed-seeds.ts';
import { again, asks, goesBack, goesOn, orders, presses, resizes, walk } from './pages.ts';

journeys('walks through the pages', {}, () => {
  /** One service, one shop and one browser for all walks. */
  let world: ReturnType<typeof walk.open> | undefined;
  afterAll(async () => (await world)?.[Symbol.asyncDispose]());
  const open: typeof walk.open = async (ground) => ({
    ...(await (world ??= walk.open(ground))),
    [Symbol.asyncDispose]: async () => {},
  });

  const mainControl = { window: 0, control: 0 };
  fixedWalks(
    { ...walk, open },
    {
      '"Back" moved away from under the pointer': [
        goesOn.of('succeeded', 12, 'mouse'),
        presses.of(mainControl, 150, 'mouse'),
      ],
      'after a way back, another session in the same tab loaded for ever': [
        goesOn.of('capture', 12, 'mouse'),
        goesBack.of(0),
        orders.of('pay', 0),
      ],
      'an end of the app had no button': [goesOn.of('capture', 12, 'key'), again.of(1, 0, true)],
      'a payment was sent while a question was open': [
        asks.of('capture', 'mouse', []),
        // Keeps trying.
        presses.of({ window: 0, control: 1 }, 30, 'mouse'),
        goesOn.of('succeeded', 12, 'mouse'),
      ],
      '"Send" moved away from under the pointer on a short screen': [
        goesOn.of('capture', 12, 'mouse'),
        resizes.of(0, [390, 480]),
        goesOn.of('review', 12, 'mouse'),
        presses.of(mainControl, 90, 'mouse'),
      ],
    },
  );
});
