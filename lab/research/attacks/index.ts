// Can a forged record match many people? `npm run research -- attacks`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Experiment } from '../main.ts';
import { foundData, showProgress } from '../prints.ts';
import { ATTACKERS } from './attackers.ts';
import { Gate } from './gate.ts';
import { SCORERS } from './judgment.ts';
import type { Attack, Outcome } from './outcome.ts';
import { enrollments, population } from './population.ts';
import { judged, reportTable, type Report } from './report.ts';

const HELP = `npm run research -- attacks [options]

Attackers that know the engine make records that no finger made. They learn on some fingers and are measured on others, with three captures
enrolled each, against both scorers: with ridge maps, and minutiae alone. Every record goes the service's way: encoded, read,
inspected, compared. Fails (exit code 1) where the best attacker's false match rate per record and enrollment is above 0.01 %, or its 95 % bound
above 0.05 %.

  --data DIR       real prints as for the accuracy experiment; else FINGERPRINTS of the environment; else synthetic fingers alone
  --seed N         of everything that is drawn (1)
  --only NAME      this attacker alone; may be given several times
  --scorer NAME    full or minutiae alone
  --keep DIR       write the records of each attacker there
  --json           one JSON object instead of the table

Attackers:
${ATTACKERS.map(({ name, tries }) => `  ${name.padEnd(20)} ${tries}`).join('\n')}
`;

const EFFORT = { records: 60, sentFirst: 15, sendAll: 4, searched: 400, practiced: 24 } as const;
const SIZES = { synthetic: { trained: 30, measured: 40 }, realFingers: 10 } as const;
const SYNTHETIC_ALONE = { synthetic: { trained: 60, measured: 100 }, realFingers: 0 } as const;

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true },
      scorer: { type: 'string', multiple: true },
      keep: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.error(HELP);
    return;
  }
  const attackers = chosen(ATTACKERS, ({ name }) => name, values.only);
  const scorers = chosen(SCORERS, (name) => name, values.scorer);
  const data = foundData(values.data);
  const fingers = population(data, data === undefined ? SYNTHETIC_ALONE : SIZES, (done, all) =>
    showProgress(`fingers ${done} of ${all}`, done === all),
  );
  const gate = new Gate(fingers, EFFORT);
  const attacks: Attack[] = [];
  for (const scorer of scorers) {
    const tell = (attack: Attack): void => showProgress(line(gate.outcome(attack)), true);
    const own = attackers.map((attacker) => {
      const attack = gate.attack(attacker, scorer, Number(values.seed));
      if (values.keep !== undefined) keep(values.keep, `${scorer}-${attacker.name}`, attack.made);
      tell(attack);
      return attack;
    });
    gate.pressOn(own, tell);
    attacks.push(...own);
  }
  const outcomes = attacks.map((attack) => gate.outcome(attack));
  const report: Report = {
    seed: Number(values.seed),
    fingers: {
      trained: fingers.trained.length,
      measured: fingers.measured.length,
      enrollments: enrollments(fingers.measured).length,
    },
    outcomes,
    ...judged(outcomes),
  };
  console.log(values.json ? JSON.stringify(report) : reportTable(report));
  if (!report.passed) process.exitCode = 1;
}

/** All, or those named in the options. */
function chosen<T>(all: readonly T[], nameOf: (one: T) => string, names: readonly string[] | undefined): readonly T[] {
  const unknown = names?.find((name) => !all.some((one) => nameOf(one) === name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of: ${all.map(nameOf).join(', ')}`);
  return all.filter((one) => names?.includes(nameOf(one)) ?? true);
}

function line({ scorer, attacker, hits, attempts, bestScore }: Outcome): string {
  return `${scorer}: ${attacker}, ${hits} hits of ${attempts}, best score ${bestScore.toFixed(1)}`;
}

function keep(folder: string, name: string, records: readonly Uint8Array[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [k, record] of records.entries())
    writeFileSync(join(folder, `${name.replaceAll(' ', '-')}-${k}.fmr`), record);
}

export default {
  summary: 'attackers against the comparison: the false match rate of records made on purpose',
  run,
} satisfies Experiment;
