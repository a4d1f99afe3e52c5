import type { OperationName } from '@authly/contract/operations';
import type { Connection } from '../api/connection.ts';
import type { Endpoint, Kind } from './kind.ts';
import { bytesOf } from './requests.ts';
import type { Stage } from './stage.ts';

export interface Pace {
  readonly rounds: number;
  readonly requests: number;
}

export interface Cost {
  readonly endpoint: OperationName;
  readonly what: string;
  readonly status: number;
  readonly us: number;
  /** What it may not reach: a served request, with a connection of its own where the refusal has one. */
  readonly servedUs: number;
}

const AT_ONCE = 4;
/** Of these a tenth will do. */
const LARGE_BYTES = 65_536;

/** The least of some rounds: whatever else the machine does only adds. All kinds of an endpoint take turns within a round. */
export async function measure(
  stage: Stage,
  all: readonly Endpoint[],
  { rounds, requests }: Pace,
  say: (line: string) => void,
): Promise<Cost[]> {
  const connectionUs = await costOfConnection(stage, { rounds, requests });
  const costs: Cost[] = [];
  for (const { operation, served, refused } of all) {
    say(operation);
    const kinds = [...new Set([served, ...refused.flatMap((kind) => kind.beside ?? []), ...refused])];
    const least = new Map<Kind, number>();
    // The first does not count: the compiler settles.
    for (let round = 0; round <= rounds; round++)
      for (const kind of kinds) {
        const us = await cpuUs(stage, kind, requests);
        if (round > 0) least.set(kind, Math.min(least.get(kind) ?? Infinity, us));
      }
    for (const kind of refused) {
      const servedUs = least.get(kind.beside ?? served)! + (kind.closes ? connectionUs : 0);
      costs.push({ endpoint: operation, what: kind.what, status: kind.status, us: least.get(kind)!, servedUs });
    }
  }
  return costs;
}

async function costOfConnection(stage: Stage, { rounds, requests }: Pace): Promise<number> {
  const bytes = bytesOf('listSigningKeys', {});
  const kept: Kind = { what: 'kept', status: 200, next: () => bytes };
  const least = { kept: Infinity, own: Infinity };
  for (let round = 0; round <= rounds; round++) {
    least.kept = Math.min(least.kept, await cpuUs(stage, kept, requests));
    least.own = Math.min(least.own, await cpuUs(stage, { ...kept, closes: true }, requests));
  }
  return least.own - least.kept;
}

/** Processor time of the service for one such request. */
async function cpuUs(stage: Stage, kind: Kind, requests: number): Promise<number> {
  await kind.prepare?.(requests);
  let next: Buffer | undefined = kind.next();
  const count = next.length > LARGE_BYTES ? Math.ceil(requests / 10) : requests;
  let left = count;
  const kept = kind.closes ? [] : await Promise.all(Array.from({ length: AT_ONCE }, () => stage.connect()));
  const before = await stage.target.usage();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      while (left-- > 0) {
        const bytes = next ?? kind.next();
        next = undefined;
        const connection = kept[i] ?? (await stage.connect());
        await expectAnswer(connection, kind, bytes);
        if (kind.closes) connection.close();
      }
    }),
  );
  const after = await stage.target.usage();
  for (const connection of kept) connection.close();
  return ((after.cpuMs - before.cpuMs) * 1000) / count;
}

async function expectAnswer(connection: Connection, { what, status }: Kind, bytes: Buffer): Promise<void> {
  const answer = await connection.send(bytes);
  if (answer.status !== status) throw new Error(`${what} was answered ${answer.status}: ${answer.body.toString()}`);
}
