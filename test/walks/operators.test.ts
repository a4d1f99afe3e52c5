import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './operators.ts';

fixedSeeds(walk, [
  { seed: 1, runs: 1 },
  // A wrong master key in a terminal broke a webhook.
  { seed: 77, path: '2:1:0:0:0:1:1/J:B' },
  // An operator who changed a name undid another one's rate limit.
  { seed: 77, path: '6:1:2:2:2/DBD:F' },
  // A refused retry enabled a webhook.
  { seed: 77, path: '11:2:2:2:2:2:2:2/DHO:F' },
  // An output that could not be written was a success.
  { seed: 77, path: '4:2:2:1:1:1:1/DAM:F' },
  // A backup was noted, and its file was not made.
  { seed: 5, path: '25:1:2:2:2/DGD:F' },
  // The bytes of a destroyed key stayed in the write-ahead log.
  { seed: 77, path: '4:1:0/CBB:F' },
]);
