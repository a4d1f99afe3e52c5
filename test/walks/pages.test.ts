import { journeys } from '../journeys/browser.ts';
import { fixedWalks } from './explore/fixed-seeds.ts';
import { asks, goesOn, presses, walk } from './pages.ts';

journeys('walks through the pages', {}, () => {
  fixedWalks(walk, {
    'a payment was sent while a question was open': [
      asks.of('capture', 'mouse', []),
      // Keeps trying.
      presses.of({ window: 0, control: 1 }, 30, 'mouse'),
      goesOn.of('succeeded', 12, 'mouse'),
    ],
  });
});
