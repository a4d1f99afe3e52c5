import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the root's package.json, where neither npm nor Node can read it. */
export function versionFiles(root: string): [string, string][] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const label = /(?<=org\.opencontainers\.image\.version=")[^"]*/;
  return [
    [
      'packages/merchant/src/version.ts',
      `/** Written by \`npm run generate\`. */\nexport const VERSION = '${version}';\n`,
    ],
    ['deploy/Dockerfile', read('deploy/Dockerfile').replace(label, version)],
  ];
}
