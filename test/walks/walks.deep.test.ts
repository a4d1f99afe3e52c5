import { describe } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { findFirefox, findWebKit } from '../engines/find-engines.ts';
import { startFirefox } from '../engines/firefox.ts';
import { startWebKit } from '../engines/webkit.ts';
import { journeys } from '../journeys/browser.ts';
import { FrontDoor } from '../journeys/front-door.ts';
import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk as operators } from './operators.ts';
import { pagesWalk, walk as pages } from './pages.ts';

fixedSeeds(operators, [{ seed: 2, runs: 5 }]);
journeys('longer walks through the pages', { timeout: 120_000 }, () => {
  fixedSeeds(pages, [{ seed: 2, runs: 1 }]);
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
