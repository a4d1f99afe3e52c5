import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './operators.ts';

fixedSeeds(walk, [{ seed: 1, runs: 1 }]);
