import { journeys } from '../journeys/browser.ts';
import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './pages.ts';

journeys('walks through the pages', { timeout: 120_000 }, () => {
  fixedSeeds(walk, [{ seed: 1, runs: 1 }]);
});
