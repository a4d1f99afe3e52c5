import type { View } from '../../../packages/fingerprint/src/index.ts';
import { pick, recordOf, type Lab } from './lab.ts';

/** The steps of a search. A plan is the source of views: the views themselves, or a picture. */
export interface Breeding<Plan> {
  begin(): Plan;
  /** A changed child of two. */
  breed(one: Plan, other: Plan): Plan;
  /** Returns undefined if the plan gives no view. */
  views(plan: Plan): readonly View[] | undefined;
}

interface Individual<Plan> {
  readonly plan: Plan;
  readonly record: Uint8Array;
  readonly fitness: number;
}

const CLIMBS = 4;
/** Share of a climb's effort for its start. */
const BEGINNING = 0.3;

/**
 * Several climbs with a small population each: a child of two good plans replaces the worst one if it is better. Returns the records of
 * all climbs, the best of each first.
 */
export function bred<Plan>(lab: Lab, breeding: Breeding<Plan>): Uint8Array[] {
  const size = Math.ceil(lab.records / CLIMBS);
  const climbs = Array.from({ length: CLIMBS }, () => climb(lab, breeding, size));
  return Array.from({ length: size }, (_, rank) => climbs.flatMap((each) => each.slice(rank, rank + 1)))
    .flat()
    .slice(0, lab.records);
}

function climb<Plan>(lab: Lab, breeding: Breeding<Plan>, size: number): Uint8Array[] {
  const effort = Math.max(2 * size, Math.floor(lab.effort / CLIMBS));
  const alive: Individual<Plan>[] = [];
  const enter = (plan: Plan): void => {
    const views = breeding.views(plan);
    const record = views && recordOf(views);
    if (record === undefined) return;
    alive.push({ plan, record, fitness: lab.fitness(record) });
    alive.sort((a, b) => b.fitness - a.fitness);
    if (alive.length > size) alive.pop();
  };
  for (let k = 0; k < Math.max(size, BEGINNING * effort); k++) enter(breeding.begin());
  for (let k = 0; k < (1 - BEGINNING) * effort && alive.length > 0; k++)
    enter(breeding.breed(good(alive, lab.random).plan, good(alive, lab.random).plan));
  return alive.map(({ record }) => record);
}

/** The better of two random ones. */
function good<Plan>(alive: readonly Individual<Plan>[], random: () => number): Individual<Plan> {
  const [one, other] = [pick(alive, random), pick(alive, random)];
  return one.fitness >= other.fitness ? one : other;
}
