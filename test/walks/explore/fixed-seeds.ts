import { expect, it } from 'vitest';
import { migratedDatabase } from '../../migrated-database.ts';
import { asText, explore, type Exploration } from './explore.ts';
import type { Walk } from './walk.ts';

/** The same walks in every run. A seed with a path is a walk that once found a bug. */
export function fixedSeeds<Model extends object, Real>(walk: Walk<Model, Real>, seeds: readonly Exploration[]): void {
  // A walk that hangs says so before its test ends.
  const timeout = 2 * walk.withinMs;
  it.each(seeds)(`${walk.name}: nothing is found with seed $seed`, { timeout }, async (exploration) => {
    const report = await explore(walk, { database: migratedDatabase }, { ...exploration, shrinks: false });
    expect(report.failure && asText(walk.name, exploration.seed, report)).toBeUndefined();
  });
}
