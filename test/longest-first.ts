import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long files start first, so that no worker ends with a long file while the other is idle. */
const LONG = [
  /synthetic-fingers/,
  /journeys\/(?:shop-|app-|docs)/,
  /journeys\//,
  /sandbox\.test|broken-servers|every-error|killed-process|bio-check|capture\.journey|planted-markers/,
  /storage\/|synthesize|interruption|installed|adapters\.test|build-package/,
];

const place = (path: string): number => {
  const found = LONG.findIndex((kind) => kind.test(path));
  return found < 0 ? LONG.length : found;
};

/** The same order in every run, because recorded times differ between a fresh clone and an old one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const paths = new Map(files.map((file) => [file, relative(this.ctx.config.root, file.moduleId)]));
    return files.toSorted((a, b) => {
      const [pathA, pathB] = [paths.get(a)!, paths.get(b)!];
      return place(pathA) - place(pathB) || (pathA < pathB ? -1 : 1);
    });
  }
}
