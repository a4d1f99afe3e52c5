import { describe } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { findFirefox, findWebKit } from '../engines/find-engines.ts';
import { startFirefox } from '../engines/firefox.ts';
import { startWebKit } from '../engines/webkit.ts';
import { FrontDoor } from '../journeys/front-door.ts';
import { fixedSeeds } from './explore/fixed-seeds.ts';
import { pagesWalk } from './pages.ts';

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
