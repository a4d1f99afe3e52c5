import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { wholeOrPart } from '../../../../../test/quick.ts';
import { openStore } from '../open-store.ts';
import { NOW, sampleClaim, sampleSession } from './samples.ts';
import type { Ground, Stage } from './stage.ts';

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: Interface;
  readonly go: () => void;
}

async function child({ options }: Ground, job: string, argument = ''): Promise<Child> {
  const process_ = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('./process.ts')), JSON.stringify(options), job, argument],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(process_.stdout);
  expect(await once(lines, 'line')).toEqual(['ready']);
  return { process: process_, lines, go: () => void process_.stdin.write('go\n') };
}

/** Runs one job in several processes that begin together, and gives what each of them answered. */
async function together<T>(count: number, ground: Ground, job: string, argument?: string): Promise<T[]> {
  const children = await Promise.all(Array.from({ length: count }, () => child(ground, job, argument)));
  const answers = children.map(async ({ lines }) => JSON.parse(((await once(lines, 'line')) as [string])[0]) as T);
  for (const { go } of children) go();
  return Promise.all(answers);
}

const PROCESSES = wholeOrPart(3, 2);

export function processes(stage: () => Stage, emptyGround: () => Promise<Ground>): void {
  it('processes that start on an empty database at once, and create with one key, make one session', async () => {
    const ground = await emptyGround();
    const outcomes = (await together<{ outcome: string; id: string }[]>(PROCESSES, ground, 'create', 'one-key')).flat();
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(20 * PROCESSES - 1);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
  });

  it('processes share one rate window', async () => {
    const allowed = await together<number>(PROCESSES, stage().ground, 'take', 'client');
    expect(allowed.reduce((sum, n) => sum + n)).toBe(30);
  });

  it('processes that add the first key at once agree on one', async () => {
    const answers = await together<string[]>(PROCESSES, stage().ground, 'addFirst');
    expect(new Set(answers.map((ids) => ids.join())).size).toBe(1);
    expect(answers[0]).toHaveLength(1);
  });

  it.each(wholeOrPart([20, 40, 60], [40]))(
    'a process killed after %i answers, while it writes, loses no answered session, event or idempotency key, and others write on',
    async (count) => {
      const { ground } = stage();
      const { process: victim, lines, go } = await child(ground, 'createUntilKilled');
      const answered: string[] = [];
      const enough = new Promise<void>((resolve) => {
        lines.on('line', (id) => {
          answered.push(id);
          if (answered.length === count) resolve();
        });
      });
      go();
      await enough;
      victim.kill('SIGKILL');
      await Promise.all([once(victim, 'exit'), once(lines, 'close')]);
      const reopened = await openStore(ground.options);
      await Promise.all(
        answered.map(async (id) => {
          expect(await reopened.sessions.events(id)).toEqual([{ event: 'create', from: null, to: 'created', at: NOW }]);
          expect(await reopened.sessions.create(sampleSession(), sampleClaim({ key: id }))).toMatchObject({
            outcome: 'replayed',
            session: { id },
          });
        }),
      );
      expect(await reopened.sessions.create(sampleSession(), sampleClaim())).toMatchObject({ outcome: 'created' });
      await reopened.close();
    },
  );
}
