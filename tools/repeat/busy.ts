import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Computes without end. Exits with its parent. */
const COMPUTE = `process.on('disconnect', () => process.exit());
const compute = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(compute); };
compute();`;

/** Keeps this many cores busy until it is disposed of. */
export function keepBusy(cores = availableParallelism()) {
  const processes = Array.from({ length: cores }, () =>
    spawn(process.execPath, ['-e', COMPUTE], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
  return { processes, [Symbol.dispose]: () => processes.forEach((each) => each.kill('SIGKILL')) };
}
