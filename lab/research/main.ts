// `npm run research -- <name> [options]`: the experiments behind the fingerprint engine.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isBadOption } from '../../test/command-line.ts';

export interface Experiment {
  /** One line for the list. */
  summary: string;
  run(args: string[]): Promise<void>;
}

const folder = import.meta.dirname;
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .flatMap((path) => /^([^/]+)\/index\.ts$/.exec(path)?.[1] ?? [])
  .sort();

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error('Usage: npm run research -- <name> [options]; --help after a name lists its options\n');
  for (const each of names) console.error(`  ${each.padEnd(12)}${(await load(each)).summary}`);
  process.exit(name === undefined || name === '--help' ? 0 : 2);
}
try {
  await (await load(name)).run(args);
} catch (error) {
  if (!isBadOption(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function load(experiment: string): Promise<Experiment> {
  const module = (await import(join(folder, experiment, 'index.ts'))) as { default: Experiment };
  return module.default;
}
