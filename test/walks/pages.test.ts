import { expect } from 'vitest';
import { journeys } from '../journeys/browser.ts';
import { fixedWalks } from './explore/fixed-seeds.ts';
import { asks, goesOn, presses, walk } from './pages.ts';

/** The walk proves nothing if this move does something else. */
const reaches = (report: string, move: ReturnType<typeof asks.of>): typeof move => ({
  ...move,
  run: async (model, person) => expect(await move.run(model, person)).toBe(report),
});

journeys('walks through the pages', {}, () => {
  fixedWalks(walk, {
    'a payment was sent while a question was open': [
      reaches('"I can’t do this"', asks.of('capture', 'mouse', [])),
      // Keeps trying.
      presses.of({ window: 0, control: 1 }, 30, 'mouse'),
      goesOn.of('succeeded', 12, 'mouse'),
    ],
  });
});
