import { createInterface } from 'node:readline';
import { openStore, type StoreOptions } from '../open-store.ts';
import { NOW, sampleClaim, sampleKey, sampleSession } from './samples.ts';

// A child process of the suite: opens the store, reports it, runs the given jobs and prints each result.

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const JOBS = {
  async create(key: string) {
    const outcomes = [];
    for (let i = 0; i < 20; i++) {
      const session = sampleSession();
      const creation = await store.sessions.create(session, sampleClaim({ key }));
      outcomes.push({
        outcome: creation.outcome,
        id: creation.outcome === 'replayed' ? creation.session.id : session.id,
      });
    }
    say(JSON.stringify(outcomes));
  },
  async take(key: string) {
    let allowed = 0;
    for (let i = 0; i < 40; i++)
      if ((await store.rateWindows.take([{ key, limit: 30 }], 60_000, NOW + i)).allowed) allowed++;
    say(JSON.stringify(allowed));
  },
  async addFirst() {
    await store.keys.add(sampleKey(), undefined, { seen: [] });
    say(JSON.stringify((await store.keys.list()).map(({ id }) => id)));
  },
  async createUntilKilled() {
    const create = async (): Promise<never> => {
      for (;;) {
        const session = sampleSession();
        await store.sessions.create(session, sampleClaim({ key: session.id }));
        say(session.id);
      }
    };
    await Promise.all([create(), create(), create(), create()]);
  },
};

const store = await openStore(JSON.parse(process.argv[2]!) as StoreOptions);
say('ready');
for await (const line of createInterface(process.stdin)) {
  const [job, argument = ''] = line.split(' ') as [keyof typeof JOBS, string?];
  await JOBS[job](argument);
}
await store.close();
process.exit();
