import { describe } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { findFirefox, findWebKit } from '../engines/find-engines.ts';
import { startFirefox } from '../engines/firefox.ts';
import { startWebKit } from '../engines/webkit.ts';
import { journeys } from '../journeys/browser.ts';
import { FrontDoor } from '../journeys/front-door.ts';
import { fixedSeeds, fixedWalks } from './explore/fixed-seeds.ts';
import { walk as operators } from './operators.ts';
import { again, goesBack, goesOn, orders, pagesWalk, presses, resizes, walk as pages } from './pages.ts';

fixedSeeds(operators, [{ seed: 2, runs: 1, untaken: 3 }]);
journeys('longer walks through the pages', { timeout: 120_000 }, () => {
  fixedSeeds(pages, [{ seed: 4, runs: 1 }]);
  fixedWalks(pages, {
    '"Back" moved away from under the pointer': [
      goesOn.of('succeeded', 12, 'mouse'),
      presses.of({ window: 0, control: 0 }, 150, 'mouse'),
    ],
    'after a way back, another session in the same tab loaded for ever': [
      goesOn.of('capture', 12, 'mouse'),
      goesBack.of(0),
      orders.of('pay', 0),
    ],
    'an end of the app had no button': [goesOn.of('capture', 12, 'key'), again.of(1, 0, true)],
    '"Send" moved away from under the pointer on a short screen': [
      goesOn.of('capture', 12, 'mouse'),
      resizes.of(0, [390, 480]),
      goesOn.of('review', 12, 'mouse'),
      presses.of({ window: 0, control: 0 }, 90, 'mouse'),
    ],
  });
});

/** Where the driver can: without a camera, passkeys, touch and a moved clock. */
const walkIn = (name: string, start: () => Promise<Engine>): void =>
  fixedSeeds(
    pagesWalk(`pages in ${name}`, async () => {
      const [engine, door] = await Promise.all([start(), FrontDoor.open()]);
      return { engine, origin: `https://localhost:${door.port}`, lead: (port) => door.leadTo(port) };
    }),
    [{ seed: 1, runs: 1 }],
  );

describe.skipIf(findFirefox() === undefined)('in Firefox', () => {
  walkIn('Firefox', startFirefox);
});
describe.skipIf(findWebKit() === undefined)('in WebKit', () => {
  walkIn('WebKit', startWebKit);
});
