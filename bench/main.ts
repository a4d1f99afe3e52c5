// `npm run bench -- <name> [options]`: every figure the README claims, each by one command.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isBadOption } from '../tools/number-option.ts';

export interface Bench {
  /** One line for the list. */
  summary: string;
  run(args: string[]): Promise<void>;
}

const folder = import.meta.dirname;
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error('Usage: npm run bench -- <name> [--json] [options]\n');
  for (const each of names) console.error(`  ${each.padEnd(14)}${(await load(each)).summary}`);
  process.exit(name === undefined || name === '--help' ? 0 : 2);
}
try {
  await (await load(name)).run(args);
} catch (error) {
  if (!isBadOption(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function load(bench: string): Promise<Bench> {
  const module = (await import(join(folder, bench, 'index.ts'))) as { default: Bench };
  return module.default;
}
