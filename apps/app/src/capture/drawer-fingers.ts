import { FINGERS, type Finger } from '@authly/contract/fingers';

export const PERSONS = ['a', 'b'] as const;
export type Person = (typeof PERSONS)[number];

/** The numbers of the made-up fingers begin here. */
const FIRST_FINGER = 7000;

/** Which synthetic finger this is: four a person. */
export const syntheticFinger = (person: Person, finger: Finger): number =>
  FIRST_FINGER + PERSONS.indexOf(person) * FINGERS.length + FINGERS.indexOf(finger);

const NEXT_IMPRESSION = 'authly.app.next-impression';
const IMPRESSIONS = 1_000_000;

/**
 * Each press is another impression of the finger, as with a real one: the service refuses a touch that is an earlier one again.
 * Counted on this device; a device that has not counted yet begins anywhere, so that two of them do not press alike.
 */
export function nextImpression(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined, random: number): number {
  const stored = Number(storage?.getItem(NEXT_IMPRESSION) ?? NaN);
  const impression = Number.isInteger(stored) && stored >= 0 ? stored : Math.floor(random * IMPRESSIONS);
  try {
    storage?.setItem(NEXT_IMPRESSION, String((impression + 1) % IMPRESSIONS));
  } catch {
    // Then the next one begins anywhere again.
  }
  return impression;
}
