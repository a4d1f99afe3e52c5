import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Run {
  readonly number: number;
  readonly passed: boolean;
  readonly seconds: number;
  readonly log?: string;
}

interface RunOptions {
  readonly checkout: string;
  readonly logs: string;
  /** The npm script. */
  readonly script: string;
}

/** An npm script in a clean clone. Keeps the log of a failed run and nothing else. */
export async function runOnce(number: number, options: RunOptions, signal: AbortSignal): Promise<Run> {
  const { checkout, logs, script } = options;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'authly-repeat-'));
  const clone = makeClone(checkout, folder.path);
  mkdirSync(logs, { recursive: true });
  const log = join(logs, `run-${number}.log`);
  const began = Date.now();
  const status = await npmRun(script, clone, log, signal);
  const seconds = Math.round((Date.now() - began) / 1000);
  if (status !== 0 && !signal.aborted) return { number, passed: false, seconds, log };
  rmSync(log);
  return { number, passed: status === 0, seconds };
}

async function npmRun(
  script: string,
  clone: ReturnType<typeof makeClone>,
  log: string,
  signal: AbortSignal,
): Promise<number> {
  const output = createWriteStream(log);
  await once(output, 'open');
  // A separate process group, so that its children can be ended.
  const child = spawn('npm', ['run', script], {
    cwd: clone.path,
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env['PATH'],
      HOME: clone.home,
      ...kept('CI', 'CHROME_PATH', 'AUTHLY_TEST_DATABASE_URL', 'NODE_EXTRA_CA_CERTS'),
    },
  });
  const end = (): void => endGroup(child.pid!, 'SIGINT');
  signal.addEventListener('abort', end);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', end);
  endGroup(child.pid!, 'SIGKILL');
  output.end();
  return code ?? 1;
}

function endGroup(leader: number, how: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(-leader, how);
  } catch {
    // The group has ended.
  }
}

const kept = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

function makeClone(checkout: string, folder: string) {
  const [path, home] = [join(folder, 'authly'), join(folder, 'home')];
  // As root the tests' Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  mkdirSync(home);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', checkout, path], { stdio: ['ignore', 'ignore', 2] });
  for (const modules of installedModules(checkout, path))
    execFileSync('cp', ['-a', join(checkout, modules), join(path, modules)]);
  return { path, home };
}

/** The folders of installed modules, if the clone has the same lockfile. Otherwise its own `npm test` installs them. */
function installedModules(checkout: string, clone: string): string[] {
  const [here, there] = [checkout, clone].map((folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const isInstalled = existsSync(join(checkout, 'node_modules', '.package-lock.json'));
  return here === there && isInstalled
    ? globSync(['node_modules', '{packages,apps}/*/node_modules'], { cwd: checkout })
    : [];
}

const COMPUTE = `process.on('disconnect', () => process.exit());
const compute = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(compute); };
compute();`;

export function keepBusy(cores = availableParallelism()) {
  const processes = Array.from({ length: cores }, () =>
    spawn(process.execPath, ['-e', COMPUTE], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
  return { processes, [Symbol.dispose]: () => processes.forEach((each) => each.kill('SIGKILL')) };
}
