import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../package-files.ts';
import { npm } from '../tarballs.ts';

/** Other runtimes than the Node of this repository. They are large, so `npm ci` does not install them. */
const folder = join(root, 'node_modules', '.cache', 'runtimes');
const FILES = ['package.json', 'package-lock.json'];
const bun = process.arch === 'arm64' ? 'aarch64' : process.arch;
const deno = process.platform === 'linux' ? `linux-${process.arch}-glibc` : `${process.platform}-${process.arch}`;

const RUNTIMES = {
  'Node 20': `node-${process.platform}-${process.arch}/bin/node`,
  Bun: `@oven/bun-${process.platform}-${bun}/bin/bun`,
  Deno: `@deno/${deno}/deno`,
  'TypeScript 5.4': 'typescript/bin/tsc',
} as const;
type RuntimeName = keyof typeof RUNTIMES;

/** Returns undefined if the runtime was not fetched or does not exist for this machine. */
export function findRuntime(name: RuntimeName): string | undefined {
  const path = join(folder, 'node_modules', RUNTIMES[name]);
  return existsSync(path) ? path : undefined;
}

const missingRuntimes = (): RuntimeName[] =>
  (Object.keys(RUNTIMES) as RuntimeName[]).filter((name) => findRuntime(name) === undefined);

/** Fetches missing runtimes by the lock file in this folder. Returns those that could not be fetched. */
async function fetchRuntimes(): Promise<RuntimeName[]> {
  if (missingRuntimes().length === 0) return [];
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) cpSync(join(import.meta.dirname, 'runtimes', file), join(folder, file));
  // The missing runtimes are reported if there is no network.
  await npm(['ci', '--include=optional', '--fetch-retries=0'], folder).catch(() => {});
  return missingRuntimes();
}

/** Global setup of the tests: reports the missing runtimes at the end. */
export default async function setup(): Promise<(() => void) | undefined> {
  const missing = (await fetchRuntimes()).join(', ');
  if (missing === '') return undefined;
  return () => console.warn(`\nNOT RUN, in tools/pack: ${missing}. They could not be fetched.`);
}
