// Fails on an import that points the wrong way, on a drawer by name, and on a path of the wire outside the contract's table.
// The arrows stand in import-rules/rules.ts.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './import-rules/check.ts';
import { routePaths } from './import-rules/route-paths.ts';
import { RULES } from './import-rules/rules.ts';

const root = join(import.meta.dirname, '..');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
const found = [
  ...violations(root, files),
  ...files.flatMap((file) => routePaths(file, () => readFileSync(join(root, file), 'utf8'))),
];
for (const line of found) console.error(line);
console.log(found.length === 0 ? `${RULES.length} rules hold in ${files.length} files` : `${found.length} forbidden`);
process.exit(found.length === 0 ? 0 : 1);
