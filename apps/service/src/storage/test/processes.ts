import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { NOW, sampleClaim, sampleSession } from './samples.ts';
import type { EmptyDatabase, Fixture } from './fixture.ts';

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: Interface;
  readonly go: (job: string) => void;
}

async function child({ options }: EmptyDatabase): Promise<Child> {
  const process_ = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('./process.ts')), JSON.stringify(options)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(process_.stdout);
  expect(await once(lines, 'line')).toEqual(['ready']);
  return { process: process_, lines, go: (job) => void process_.stdin.write(`${job}\n`) };
}

/** Runs one job in several processes at once and returns their results. */
async function together<T>(children: readonly Child[], job: string): Promise<T[]> {
  const answers = children.map(async ({ lines }) => JSON.parse(((await once(lines, 'line')) as [string])[0]) as T);
  for (const { go } of children) go(job);
  return Promise.all(answers);
}

const PROCESSES = 3;
/** The number of writes before a process is killed. */
const WRITES = 40;

export function processes(fixture: () => Fixture): void {
  it('processes that start concurrently on an empty database share idempotency keys, rate windows and the first key', async () => {
    const database = await fixture().empty();
    const children = await Promise.all(Array.from({ length: PROCESSES }, () => child(database)));
    const outcomes = (await together<{ outcome: string; id: string }[]>(children, 'create one-key')).flat();
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(20 * PROCESSES - 1);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);

    const allowed = await together<number>(children, 'take client');
    expect(allowed.reduce((sum, n) => sum + n)).toBe(30);

    const keys = await together<string[]>(children, 'addFirst');
    expect(new Set(keys.map((ids) => ids.join())).size).toBe(1);
    expect(keys[0]).toHaveLength(1);

    for (const { process: each } of children) each.stdin.end();
    await Promise.all(children.map(({ process: each }) => once(each, 'exit')));
  });

  it('a killed process loses no confirmed session, event or idempotency key, and others continue', {
    timeout: 180_000,
  }, async () => {
    const { database } = fixture();
    const { process: victim, lines, go } = await child(database);
    const answered: string[] = [];
    const enough = new Promise<void>((resolve) => {
      lines.on('line', (id) => {
        answered.push(id);
        if (answered.length === WRITES) resolve();
      });
    });
    go('createUntilKilled');
    await enough;
    victim.kill('SIGKILL');
    await Promise.all([once(victim, 'exit'), once(lines, 'close')]);
    const reopened = await openStore(database.options);
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
  });
}
