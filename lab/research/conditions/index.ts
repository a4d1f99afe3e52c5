// The effect of platens, wet and dry skin, creases, residue and faint light: `npm run research -- conditions`.
import { parseArgs } from 'node:util';
import { THRESHOLD } from '../../../packages/fingerprint/src/index.ts';
import type { Experiment } from '../main.ts';
import { showProgress } from '../prints.ts';
import { table } from '../../../tools/table.ts';
import { measure, type Condition, type Outcome } from './measure.ts';

const HELP = `npm run research -- conditions [options]

Synthetic fingers on hard readers and with hard skin, each condition by itself: all captures of a finger among each other, and each
finger with every other.

  --fingers N   of each condition (24)
  --captures N   of each finger (3)
  --only WORD   conditions whose name has this word
  --json        one JSON object instead of the table
`;

// biome-ignore format: one row a line
const CONDITIONS: readonly Condition[] = [
  { name: 'plain', conditions: {} },
  { name: 'plate 0, white beyond', conditions: { plate: 0 } },
  { name: 'plate 1, dark beyond', conditions: { plate: 1 } },
  { name: 'plate 2, white beyond', conditions: { plate: 2 } },
  { name: 'plate 3, dark beyond', conditions: { plate: 3 } },
  { name: 'plate 4, white, faint', conditions: { plate: 4, contrast: 0.4 } },
  { name: 'wet', conditions: { skin: 'wet' } },
  { name: 'dry', conditions: { skin: 'dry' } },
  { name: 'very wet', conditions: { skin: 'wet', moisture: 2.5 } },
  { name: 'very dry', conditions: { skin: 'dry', moisture: 4 } },
  { name: 'edge, left', conditions: { shift: [-190, 0] } },
  { name: 'edge, right', conditions: { shift: [190, 0] } },
  { name: 'edge, below', conditions: { shift: [0, 220] } },
  { name: 'creased', conditions: { creased: true } },
  { name: 'residue', conditions: { residue: true } },
  { name: 'contrast 20 %', conditions: { contrast: 0.2 } },
  { name: 'contrast 10 %', conditions: { contrast: 0.1 } },
  { name: 'contrast 6 %', conditions: { contrast: 0.06 } },
];

/** One impostor pair in a thousand may reach this score. */
const HIGH = 30;

// oxlint-disable-next-line require-await -- every experiment returns a promise
async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      fingers: { type: 'string', default: '24' },
      captures: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.error(HELP);
    return;
  }
  const wanted = CONDITIONS.filter(({ name }) => name.includes(values.only));
  const outcomes = wanted.map((condition, k) => {
    showProgress(`${condition.name}, ${k + 1} of ${wanted.length}`, k + 1 === wanted.length);
    return measure(condition, Number(values.fingers), Number(values.captures));
  });
  console.log(values.json ? JSON.stringify(outcomes) : reportTable(outcomes));
}

function reportTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((each) => [
    each.name,
    (100 * each.eer).toFixed(2),
    (100 * share(each.genuine, (score) => score < THRESHOLD)).toFixed(1),
    median(each.genuine).toFixed(0),
    String(each.impostors.filter((score) => score >= HIGH).length),
    Math.max(...each.impostors).toFixed(0),
    (each.minutiae / each.qualities.length).toFixed(1),
    String(each.onEdge),
    median(each.qualities).toFixed(0),
    String(each.failed),
    Object.entries(each.refused)
      .map(([reason, count]) => `${count} ${reason}`)
      .join(', '),
  ]);
  return table(
    [
      'condition',
      'EER',
      'missed',
      'median score',
      `impostors from ${HIGH}`,
      'highest',
      'minutiae',
      'on the edge',
      'quality',
      'failed',
      'below the bar',
    ],
    rows,
  );
}

function share(values: readonly number[], isSo: (value: number) => boolean): number {
  return values.filter(isSo).length / values.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

export default {
  summary: 'what plates, wet, dry, creased and faint skin and residue do to the engine',
  run,
} satisfies Experiment;
