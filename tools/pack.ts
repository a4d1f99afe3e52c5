// `npm run pack`: the published packages as tarballs in out/packages/. tools/pack/installed.deep.test.ts tries them.
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './pack/package-files.ts';
import { writeTarballs } from './pack/tarballs.ts';

const tarballs = await writeTarballs(join(root, 'out', 'packages'));
for (const file of tarballs) console.log(`${relative(root, file)}  ${Math.ceil(statSync(file).size / 1024)} KiB`);
