import { isSource, targetsOf } from './imports.ts';

const SERVICE = 'apps/service/src';
export const MAX_FOLDERS = 16;
export const MAX_DEPENDENCIES = 74;

/** Counts the folders of the service and the dependencies between them. main.ts imports every folder and does not count. */
export function serviceFolders(root: string, files: readonly string[]): { summary: string; problems: string[] } {
  const dependencies = new Map<string, Set<string>>();
  for (const file of files.filter(isSource)) {
    const own = folderOf(file);
    if (own === undefined) continue;
    const known = dependencies.get(own) ?? new Set();
    dependencies.set(own, known);
    for (const { target } of targetsOf(root, file)) {
      const other = folderOf(target);
      if (other !== undefined && other !== own) known.add(other);
    }
  }
  const count = [...dependencies.values()].reduce((sum, { size }) => sum + size, 0);
  const circle = inCircles(dependencies);
  return {
    summary: `${SERVICE}: ${dependencies.size} folders, ${count} dependencies`,
    problems: [
      ...(dependencies.size > MAX_FOLDERS ? [`${SERVICE} has more than ${MAX_FOLDERS} folders`] : []),
      ...(count > MAX_DEPENDENCIES
        ? [`${SERVICE} has more than ${MAX_DEPENDENCIES} dependencies between folders`]
        : []),
      ...(circle.length > 0 ? [`folders of ${SERVICE} depend on each other in a circle: ${circle.join(', ')}`] : []),
    ],
  };
}

const folderOf = (file: string | undefined): string | undefined =>
  /^apps\/service\/src\/([^/]+)\//.exec(file ?? '')?.[1];

/** Removes folders without dependencies or without dependents until none is left to remove. The rest forms cycles. */
function inCircles(dependencies: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set(dependencies.keys());
  const isOutside = (folder: string): boolean =>
    [...left].every((other) => !dependencies.get(folder)!.has(other)) ||
    [...left].every((other) => !dependencies.get(other)!.has(folder));
  for (let outside = [...left].filter(isOutside); outside.length > 0; outside = [...left].filter(isOutside))
    for (const folder of outside) left.delete(folder);
  return [...left].sort();
}
