// Does a running service take an attacker's record for anybody? `npm run bench -- intruders`.
import { parseArgs } from 'node:util';
import type { Bench } from '../main.ts';
import { BadOption, numberOption } from '../number-option.ts';
import { showProgress } from '../prints.ts';
import { table } from '../table.ts';
import { withMerchants } from '../turns/stage.ts';
import { MATCHED, send, type Tally } from './send.ts';
import { makeUsers, type User } from './users.ts';
import { readWolves } from './wolf-records.ts';

const HELP = `npm run bench -- intruders --records DIR [options]

A running service, over TLS, with users whose synthetic fingers are enrolled by three touches, every second one with minutiae alone. Each
user is sent a touch of their own finger, copies of their enrolled touches with noise of 1 to 3 pixels, and the records that wolves made (npm run
bench -- wolves --keep DIR). Fails (exit code 1) where a wolf or a copy ends as matched: true.

  --records DIR   what wolves made
  --users N       (200)
  --of-each N     records of each attacker against each scorer (2)
  --at-once N     users in flight (4)
  --json          one JSON object instead of the table
`;

type Kind = 'own' | 'copies' | 'wolves';

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string' },
      users: { type: 'string', default: '200' },
      'of-each': { type: 'string', default: '2' },
      'at-once': { type: 'string', default: '4' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  if (values.records === undefined) throw new BadOption('--records DIR is needed: npm run bench -- wolves --keep DIR');
  const wolves = readWolves(values.records, numberOption('of-each', values['of-each'], 1, 100));
  const count = numberOption('users', values.users, 2, 2000);
  const users = makeUsers(count, (done) => showProgress(`fingers ${done} of ${count}`, done === count));
  const tallies: Record<Kind, Tally> = { own: {}, copies: {}, wolves: {} };
  await withMerchants(Object.fromEntries(users.map(({ name, captures }) => [name, captures])), async (sides) => {
    const waiting = [...users];
    let done = 0;
    const work = async (): Promise<void> => {
      for (let user = waiting.shift(); user !== undefined; user = waiting.shift()) {
        const side = sides[user.name]!;
        for (const [kind, records] of Object.entries(recordsFor(user, wolves)))
          await send(side, records, tallies[kind as Kind]);
        showProgress(`users ${++done} of ${count}`, done === count);
      }
    };
    await Promise.all(Array.from({ length: numberOption('at-once', values['at-once'], 1, 16) }, work));
  });
  const passed = [tallies.copies, tallies.wolves].every((tally) => (tally[MATCHED] ?? 0) === 0);
  const records = Object.fromEntries(Object.entries(wolves).map(([scorer, all]) => [scorer, all.length]));
  console.log(values.json ? JSON.stringify({ users: count, records, tallies, passed }) : asTable(tallies, passed));
  if (!passed) process.exitCode = 1;
}

const recordsFor = ({ captures, copies, scorer }: User, wolves: ReturnType<typeof readWolves>) => ({
  own: [captures.probe],
  copies,
  wolves: wolves[scorer],
});

function asTable(tallies: Record<Kind, Tally>, passed: boolean): string {
  const ends = [...new Set([MATCHED, ...Object.values(tallies).flatMap((tally) => Object.keys(tally))])];
  const rows = Object.entries(tallies).map(([kind, tally]) => [kind, ...ends.map((end) => String(tally[end] ?? 0))]);
  const verdict = passed ? 'No copy and no wolf is taken for anybody.' : 'A COPY OR A WOLF WAS TAKEN FOR SOMEBODY.';
  return [table(['sent', ...ends], rows), '', verdict].join('\n');
}

export default {
  summary: 'wolves and copies against the users of a running service',
  run,
} satisfies Bench;
