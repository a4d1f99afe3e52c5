import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './contents.ts';

/** One page for each topic. The page of all decisions lists them. */
export const decisionEntries = (root: string): Entry[] =>
  globSync('docs/decisions/*.md', { cwd: root, exclude: ['**/README.md'] })
    .toSorted()
    .map((file) => ({
      path: file.slice('docs/'.length, -'.md'.length),
      title: /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))![1]!,
      file,
      isPartOf: 'decisions',
    }));
