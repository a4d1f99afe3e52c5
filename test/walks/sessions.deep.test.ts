import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './sessions.ts';

fixedSeeds(walk, [{ seed: 3, runs: 2, untaken: 8 }]);
