import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './sessions.ts';

fixedSeeds(walk, [{ seed: 21, runs: 1, untaken: 5 }]);
