// Can a forged record match many people? `npm run research -- attacks`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Experiment } from '../main.ts';
import { foundData, showProgress } from '../prints.ts';
import { ATTACKERS } from './attackers.ts';
import { Gate, type Effort } from './gate.ts';
import { SCORERS } from './judgment.ts';
import type { Attack, Outcome } from './outcome.ts';
import { enrollments, population, type Sizes } from './population.ts';
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
  --quick          a minute instead of ten: fewer records, less searching, no bound
  --json           one JSON object instead of the table

Attackers:
${ATTACKERS.map(({ name, tries }) => `  ${name.padEnd(20)} ${tries}`).join('\n')}
`;

interface Scale extends Effort {
  readonly sizes: Sizes;
  /** With synthetic fingers only. */
  readonly sizesAlone: Sizes;
}

const WHOLE: Scale = {
  records: 60,
  sentFirst: 15,
  sendAll: 4,
  searched: 400,
  practiced: 24,
  sizes: { synthetic: { trained: 30, measured: 40 }, realFingers: 10 },
  sizesAlone: { synthetic: { trained: 60, measured: 100 }, realFingers: 0 },
};

const QUICK: Scale = {
  records: 12,
  sentFirst: 6,
  sendAll: 2,
  searched: 48,
  practiced: 10,
  sizes: { synthetic: { trained: 10, measured: 10 }, realFingers: 4 },
  sizesAlone: { synthetic: { trained: 20, measured: 24 }, realFingers: 0 },
};

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
      quick: { type: 'boolean', default: false },
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
  const scale = values.quick ? QUICK : WHOLE;
  const data = foundData(values.data);
  const fingers = population(data, data === undefined ? scale.sizesAlone : scale.sizes, (done, all) =>
    showProgress(`fingers ${done} of ${all}`, done === all),
  );
  const gate = new Gate(fingers, scale);
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
    quick: values.quick,
    fingers: {
      trained: fingers.trained.length,
      measured: fingers.measured.length,
      enrollments: enrollments(fingers.measured).length,
    },
    outcomes,
    ...judged(outcomes, values.quick),
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
