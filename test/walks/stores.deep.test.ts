import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './stores.ts';

fixedSeeds(walk, [{ seed: 2, runs: 2, untaken: 3 }]);
