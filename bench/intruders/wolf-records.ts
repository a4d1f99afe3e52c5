import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedRecord, type Sealed } from '../turns/captures.ts';
import { SCORERS, type Scorer } from '../wolves/judgement.ts';

/** What attackers made against a scorer. */
export type WolfRecords = Readonly<Record<Scorer, readonly Sealed[]>>;

/** As `npm run bench -- wolves --keep` writes them: `scorer-attacker-number.fmr`. The first few of each attacker. */
export function readWolves(folder: string, ofEach: number): WolfRecords {
  const names = readdirSync(folder).filter((name) => name.endsWith('.fmr'));
  if (names.length === 0) throw new Error(`${folder} holds no records: npm run bench -- wolves --keep ${folder}`);
  const few = names.filter((name) => Number(/-(\d+)\.fmr$/.exec(name)?.[1]) < ofEach);
  const of = (scorer: Scorer): Sealed[] =>
    few.filter((name) => name.startsWith(`${scorer}-`)).map((name) => sealedRecord(readFileSync(join(folder, name))));
  return Object.fromEntries(SCORERS.map((scorer) => [scorer, of(scorer)])) as Record<Scorer, Sealed[]>;
}
