// `npm run repeat`: runs the whole suite repeatedly in clean clones, to find flaky tests.
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { HELP, parseOptions, type Options } from './repeat/options.ts';
import { keepBusy, runOnce, type Run } from './repeat/run.ts';

const root = join(import.meta.dirname, '..');

await runCommand(HELP, parseOptions, repeat);

async function repeat({ times, deep, busy, json }: Options, stop: AbortSignal): Promise<number> {
  const logs = join(root, 'out', 'repeat', new Date().toISOString().replaceAll(/[:.]/g, '-'));
  const script = deep ? 'test:deep' : 'test';
  const runs: Run[] = [];
  using _load = busy ? keepBusy() : undefined;
  while (runs.length < times && !stop.aborted) {
    const run = await runOnce(runs.length + 1, { checkout: root, logs, script }, stop);
    if (stop.aborted) break;
    runs.push(run);
    if (!json) console.log(row(run, times));
  }
  if (existsSync(logs) && readdirSync(logs).length === 0) rmdirSync(logs);
  const failed = runs.filter(({ passed }) => !passed).length;
  if (json) console.log(JSON.stringify({ times, deep, busy, runs }, null, 2));
  else console.log(summary(runs, failed, times));
  return failed > 0 || runs.length < times ? 1 : 0;
}

function row({ number, passed, seconds, log }: Run, times: number): string {
  const where = log === undefined ? '' : `  ${log}`;
  return `${String(number).padStart(4)} of ${times}  ${passed ? 'passed' : 'FAILED'}  ${String(seconds).padStart(5)} s${where}`;
}

function summary(runs: readonly Run[], failed: number, times: number): string {
  const seconds = runs.map((run) => run.seconds);
  const range = runs.length === 0 ? '' : `, ${Math.min(...seconds)} to ${Math.max(...seconds)} s`;
  const stopped = runs.length < times ? `, stopped before run ${runs.length + 1} had ended` : '';
  return `${runs.length - failed} of ${times} passed, ${failed} failed${range}${stopped}`;
}
