import { fixedSeeds, fixedWalks } from './explore/fixed-seeds.ts';
import { walk } from './stores.ts';
import { create } from './stores/data-moves.ts';
import { edge } from './stores/world-moves.ts';

fixedSeeds(walk, [{ seed: 3, runs: 1, untaken: 7 }]);

fixedWalks(walk, {
  'a session ends at its expiry, and is kept until its day and 30 more are over': [
    create.of(0, 'mer_a', null, 0),
    edge.of('expires', true),
    edge.of('expires', false),
    edge.of('is erased', true),
    edge.of('is erased', false),
  ],
});
