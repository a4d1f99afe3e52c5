import { encodeTemplate } from '../../../packages/fingerprint/src/index.ts';
import type { View } from '../../../packages/fingerprint/src/index.ts';
import type { Attacker } from './attacker.ts';
import { withoutMap } from './judgment.ts';
import { pick, type Lab } from './lab.ts';
import { anyCapture } from './minutia-sets.ts';
import { bred } from './search.ts';
import { mirror } from './transformed.ts';

/** Three views cost three times as much to judge. */
const COST = 3;
const PACK = 24;

export const packs: Attacker = {
  name: 'packs',
  tries: 'of captures and mirrored captures those that come nearest to most, three of them together, bred',
  make: (lab) => {
    const pack = likeliest(lab);
    return bred<readonly View[]>(
      { ...lab, effort: lab.effort / COST },
      {
        begin: () => [0, 1, 2].map(() => pick(pack, lab.random)),
        breed: (one, other) => one.map((view, k) => pick([view, view, other[k]!, pick(pack, lab.random)], lab.random)),
        views: (views) => views,
      },
    );
  },
};

/** The views with the best results alone. */
function likeliest(lab: Lab): View[] {
  const captures = lab.fingers.flatMap((finger) => finger.captures.slice(0, 2));
  return [...captures, ...captures.map(mirror)]
    .map((view) => (lab.scorer === 'full' ? view : withoutMap(view)))
    .map((view) => ({ view, fitness: lab.fitness(encodeTemplate([view])) }))
    .toSorted((a, b) => b.fitness - a.fitness)
    .slice(0, PACK)
    .map(({ view }) => view);
}

/** More views than a probe may have. */
export const tooManyViews: Attacker = {
  name: 'too many views',
  tries: 'records of 4, 16, 36 and 176 captures of other fingers',
  make: (lab) =>
    Array.from({ length: lab.records }, (_, k) =>
      joinedRecord(Array.from({ length: [4, 16, 36, 176][k % 4]! }, () => capture(lab))),
    ),
};

function capture(lab: Lab): View {
  return lab.scorer === 'full' ? anyCapture(lab) : withoutMap(anyCapture(lab));
}

const HEADER = { bytes: 24, length: 8, width: 14, height: 16, views: 22 } as const;

/** A record of more views than the engine writes: the views of many records after one header. */
function joinedRecord(views: readonly View[]): Uint8Array {
  const records = views.map((view) => encodeTemplate([{ ...view, dpi: 500 }]));
  const out = new Uint8Array(records.reduce<number>((sum, record) => sum + record.length - HEADER.bytes, HEADER.bytes));
  out.set(records[0]!.subarray(0, HEADER.bytes));
  const header = new DataView(out.buffer);
  header.setUint32(HEADER.length, out.length);
  header.setUint16(HEADER.width, Math.max(...views.map(({ width }) => width)));
  header.setUint16(HEADER.height, Math.max(...views.map(({ height }) => height)));
  header.setUint8(HEADER.views, views.length);
  let at: number = HEADER.bytes;
  for (const record of records) {
    out.set(record.subarray(HEADER.bytes), at);
    at += record.length - HEADER.bytes;
  }
  return out;
}
