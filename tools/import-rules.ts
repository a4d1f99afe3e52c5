// Fails on forbidden imports, vague file names, paths outside the contract's table, private parts of Node and of packages,
// and tests that import the numbers that they hold.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upwardArrows, violations } from './import-rules/check.ts';
import { ownNumbers } from './import-rules/own-numbers.ts';
import { privateApis } from './import-rules/private-apis.ts';
import { routePaths } from './import-rules/route-paths.ts';
import { RULES } from './import-rules/rules.ts';

const root = join(import.meta.dirname, '..');
const MADE = ['**/{node_modules,dist,coverage}', 'out', '.git', '.authly*'];
const files = globSync('**/*.*', { cwd: root, exclude: MADE });
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const textOf = (file: string) => (): string => read(file);
const linter = readFileSync(join(root, '.oxlintrc.json'), 'utf8');
const found = [
  ...RULES.filter(({ folder, noNode }) => noNode && !linter.includes(`"${folder}**"`)).map(
    ({ folder }) => `.oxlintrc.json lets ${folder} use Node's globals, which a browser does not have`,
  ),
  ...upwardArrows(),
  ...violations(root, files),
  ...files.flatMap((file) => routePaths(file, textOf(file))),
  ...files.flatMap((file) => privateApis(file, textOf(file))),
  ...files.flatMap((file) => ownNumbers(file, read)),
];
for (const line of found) console.error(line);
const held = `${RULES.length} rules hold in ${files.length.toLocaleString('en')} files`;
console.log(found.length === 0 ? held : `${found.length} forbidden`);
process.exit(found.length === 0 ? 0 : 1);
