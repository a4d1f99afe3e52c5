import { FINGERS, type Finger } from '@authly/contract/wire/fingers';
import type { PageStorage } from '@authly/ui/storage.ts';

export const PERSONS = ['a', 'b'] as const;
export type Person = (typeof PERSONS)[number];

const FIRST_FINGER = 7000;

export const syntheticFinger = (person: Person, finger: Finger): number =>
  FIRST_FINGER + PERSONS.indexOf(person) * FINGERS.length + FINGERS.indexOf(finger);

const NEXT_IMPRESSION = 'authly.app.next-impression';
const IMPRESSIONS = 1_000_000;

/** Each capture is another impression, because the service refuses repeats. A new device starts at a random number. */
export function nextImpression(storage: PageStorage, random: number): number {
  const stored = Number(storage.get(NEXT_IMPRESSION) ?? NaN);
  const impression = Number.isInteger(stored) && stored >= 0 ? stored : Math.floor(random * IMPRESSIONS);
  storage.set(NEXT_IMPRESSION, String((impression + 1) % IMPRESSIONS));
  return impression;
}
