import { fixedSeeds } from './explore/fixed-seeds.ts';
import { walk } from './operators.ts';

fixedSeeds(walk, [
  // A wrong master key in a terminal broke a webhook.
  { seed: 7, path: '6:1:0:0:1/AID:F' },
  // An operator who changed a name undid another one's rate limit.
  { seed: 7, path: '2:1:3:2:2/GFD:F' },
  // A refused retry enabled a webhook.
  { seed: 7, path: '12:2:1:3:1/f:B' },
  // An output that could not be written was a success.
  { seed: 7, path: '1:1:0:0:1/GBD:F' },
  // A backup was noted, and its file was not made.
  { seed: 7, path: '0:1:2:2/LAC:F' },
  // The bytes of a destroyed key stayed in the write-ahead log.
  { seed: 7, path: '5:1:0:0:0:0/GAE:F' },
]);
