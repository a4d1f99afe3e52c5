// How long a start takes: `npm run bench -- start`.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spread, type Spread } from '../api/measure.ts';
import type { Bench } from '../main.ts';
import { numberOption } from '../../tools/number-option.ts';
import { table } from '../../tools/table.ts';
import { measure, type Measured, type Start } from './measure.ts';
import { starts } from './starts.ts';

const HELP = `npm run bench -- start [options]

From the start of the process until the service says that it is ready and /readyz agrees; of npm start until the sandbox says where to
click, from npm's own first moment. Warm: each was started before, on the same folder, and its code is in Node's compile cache and the
system's memory. authly is run as after npm run build, and once more without. Beside them two floors: a Node that does nothing, and one
fastify route over TLS from a TypeScript file.

  --times N     of each, in turns (9)
  --only TEXT   those whose name contains it
  --json        one JSON object instead of the table
`;

interface Row {
  readonly name: string;
  readonly aimMs: number | undefined;
  readonly wallMs: Spread;
  readonly cpuMs: number;
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: 'string', default: '9' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const times = numberOption('times', values.times, 1, 100);
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const asked = (await starts(folder, opened)).filter(({ name }) => name.includes(values.only));
  const rows = await inTurns(asked, times);
  console.log(values.json ? JSON.stringify({ times, node: process.versions.node, starts: rows }) : report(rows, times));
}

/** The first two do not count: one makes the folder, the next reads what it made. */
const WARM_UP = 2;

async function inTurns(asked: readonly Start[], times: number): Promise<Row[]> {
  const measured = new Map<Start, Measured[]>(asked.map((start) => [start, []]));
  for (let round = 0; round < WARM_UP + times; round++) {
    console.error(round < WARM_UP ? 'warming up' : `round ${round - WARM_UP + 1} of ${times}`);
    for (const [start, found] of measured) {
      const one = await measure(start);
      if (round >= WARM_UP) found.push(one);
    }
  }
  return [...measured].map(([{ name, aimMs }, found]) => ({
    name,
    aimMs,
    wallMs: spread(found.map(({ wallMs }) => wallMs)),
    cpuMs: spread(found.map(({ cpuMs }) => cpuMs)).median,
  }));
}

function report(rows: readonly Row[], times: number): string {
  const ms = (value: number): string => value.toFixed(0);
  return [
    `Median of ${times} starts each, in turns, warm. Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    table(
      ['start', 'ready after ms', 'range', 'CPU ms', 'aim ms'],
      rows.map(({ name, aimMs, wallMs, cpuMs }) => [
        name,
        ms(wallMs.median),
        `${ms(wallMs.min)}–${ms(wallMs.max)}`,
        ms(cpuMs),
        aimMs === undefined ? '' : ms(aimMs),
      ]),
    ),
  ].join('\n');
}

export default { summary: 'how long authly serve and npm start take until they are ready', run } satisfies Bench;
