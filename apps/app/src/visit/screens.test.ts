import { expect, it } from 'vitest';
import { moveFor, MOVES, OVER, type ScreenName } from './screens.ts';

it('no two rows decide about one event on one screen', () => {
  const decided = MOVES.flatMap(({ event, from }) => from.map((screen) => `${event} on ${screen}`));
  expect(decided).toEqual([...new Set(decided)]);
});

it('nothing that arrives late changes a screen that says how the visit ended', () => {
  const events = MOVES.map(({ event }) => event);
  const changes = (screen: ScreenName): string[] => events.filter((event) => moveFor(event, screen) !== undefined);
  expect([...OVER].map(changes)).toEqual([[], [], [], [], []]);
});
