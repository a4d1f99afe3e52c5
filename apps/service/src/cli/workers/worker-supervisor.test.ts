import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TestClock } from '../../../test/test-clock.ts';
import { SILENT_MS, WorkerSupervisor } from './worker-supervisor.ts';

const WORKER = join(import.meta.dirname, '../../../test/answering-worker.ts');
const ROUND_MS = SILENT_MS / 3;

it('kills and replaces a worker that does not answer for 15 seconds; a late answer is enough to stay', async () => {
  cluster.setupPrimary({ exec: WORKER, args: [], execArgv: [] });
  const clock = new TestClock();
  const lost: unknown[] = [];
  const supervisor = new WorkerSupervisor({ clock, onLost: (worker) => lost.push(worker) });
  expect(await supervisor.start(2)).toEqual({ api: 1, redirect: 2 });
  onTestFinished(() => running().forEach((worker) => worker?.process.kill('SIGKILL')));
  const [stopped, other] = running() as [Worker, Worker];
  const { pid } = stopped.process;
  let late = 0;
  stopped.on('message', () => late++);
  const rounds = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const answer = once(other, 'message');
      clock.move(ROUND_MS);
      await answer;
    }
  };

  stopped.process.kill('SIGSTOP');
  await rounds(3);
  stopped.process.kill('SIGCONT');
  await expect.poll(() => late).toBe(3);
  stopped.process.kill('SIGSTOP');
  await rounds(3);
  expect(running()).toEqual([stopped, other]);
  const exit = once(stopped, 'exit');
  await rounds(1);
  await exit;
  expect(lost).toEqual([{ worker: stopped.id, pid, how: 'no answer for 15 s', nextInMs: 0 }]);
  clock.move(0);
  expect(running()).toEqual([other, expect.not.objectContaining({ id: stopped.id })]);
});

const running = (): (Worker | undefined)[] => Object.values(cluster.workers!);
