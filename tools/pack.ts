// `npm run pack`: the published packages as tarballs in out/packages/. tools/pack/installed.deep.test.ts tries them.
import { join } from 'node:path';
import { root } from './pack/package-files.ts';
import { installLine, writeTarballs } from './pack/tarballs.ts';

const tarballs = await writeTarballs(join(root, 'out', 'packages'), console.error);
console.log(`\nIn your project, those that you need of:\n\n${installLine(tarballs)}`);
