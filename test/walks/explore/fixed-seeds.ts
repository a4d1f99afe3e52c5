import { afterAll, expect, it } from 'vitest';
import { migratedDatabase } from '../../migrated-database.ts';
import { asText, explore, repeat, type Exploration } from './explore.ts';
import type { Move, Walk, World } from './walk.ts';

const ground = { database: migratedDatabase };

/** `untaken`: so many kinds of moves may be left out. A walk that makes a move no more proves nothing about it. */
type FixedSeed = Exploration & { readonly untaken?: number };

/** The same walks in every run. */
export function fixedSeeds<Model extends object, Real>(walk: Walk<Model, Real>, seeds: readonly FixedSeed[]): void {
  // A walk that hangs says so before its test ends.
  const timeout = 2 * walk.withinMs;
  it.each(seeds)(`${walk.name}: nothing is found with seed $seed`, { timeout }, async (exploration) => {
    const report = await explore(walk, ground, { ...exploration, shrinks: false });
    expect(report.failure && asText(walk.name, exploration.seed, report)).toBeUndefined();
    expect(report.untaken.slice(exploration.untaken ?? Infinity)).toEqual([]);
  });
}

/** Walks that once found a bug, by what was wrong. They share a world. */
export function fixedWalks<Model extends object, Real>(
  walk: Walk<Model, Real>,
  walks: Readonly<Record<string, readonly Move<Model, Real>[]>>,
): void {
  const timeout = 2 * walk.withinMs;
  let world: Promise<World<Model, Real>> | undefined;
  afterAll(async () => (await world)?.[Symbol.asyncDispose]());
  it.each(Object.entries(walks))(`${walk.name}: %s`, { timeout }, async (_what, moves) => {
    world ??= walk.open(ground);
    await expect(repeat(walk, await world, moves)).resolves.toBeUndefined();
  });
}
