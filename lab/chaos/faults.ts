import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@authly/contract/wire/limits';
import { addClient } from '../fixture/merchants.ts';
import { requestToken, result } from '../fixture/session-calls.ts';
import { until } from '../fixture/waiting.ts';
import type { BreakableDeployment } from './deployment.ts';
import type { Round } from './load.ts';

interface FaultRound extends Round {
  readonly deployment: BreakableDeployment;
}

export interface Fault {
  readonly name: string;
  /** The deployment to strike. Undefined: impossible on this machine. */
  on(deployments: readonly BreakableDeployment[], random: () => number): BreakableDeployment | undefined;
  strike(round: FaultRound): Promise<void>;
}

const any: Fault['on'] = (deployments, random) => deployments[Math.floor(random() * deployments.length)];
const onPostgres: Fault['on'] = (deployments) => deployments.find(({ postgres }) => postgres !== undefined);
const onSmallDisk: Fault['on'] = (deployments) => deployments.find(({ disk }) => disk !== undefined);

const one = <T>(values: readonly T[], random: () => number): T => values[Math.floor(random() * values.length)]!;
const aWhile = (random: () => number, most: number): Promise<void> => pause(100 + random() * most);

export const FAULTS: readonly Fault[] = [
  {
    name: 'a service process is killed',
    on: any,
    async strike({ deployment: { services }, random }) {
      const victim = one(services, random);
      await victim.end('SIGKILL');
      await aWhile(random, 300);
      await victim.start();
    },
  },
  {
    name: 'Postgres is killed',
    on: onPostgres,
    async strike({ deployment: { postgres }, random }) {
      await postgres!.kill();
      await aWhile(random, 500);
      // Leftovers of the killed process may take a moment to disappear.
      await until('Postgres to start', () =>
        postgres!.start().then(
          () => true,
          () => undefined,
        ),
      );
    },
  },
  {
    name: 'the network is cut',
    on: onPostgres,
    async strike({ deployment: { network }, random }) {
      network!.cut();
      await aWhile(random, 1500);
      network!.heal();
    },
  },
  {
    name: 'the network is slow',
    on: onPostgres,
    async strike({ deployment: { network }, random }) {
      network!.slow(50 + random() * 400);
      await aWhile(random, 2000);
      network!.heal();
    },
  },
  {
    name: 'the disk is full',
    on: onSmallDisk,
    async strike({ deployment: { disk }, random }) {
      disk!.fill();
      await aWhile(random, 1000);
      disk!.empty();
    },
  },
  { name: 'a clock jumps ahead and back', on: any, strike: jumpAheadAndBack },
];

const HOUR_MS = 3_600_000;
const WAIT_S = 3;
const WAIT_ENDS_WITHIN_MS = 15_000;

/** While the clock is ahead, a client uses up its token requests and a long poll waits. Correcting the clock must not harm either. */
async function jumpAheadAndBack({ deployment, ledger, token, random }: FaultRound): Promise<void> {
  const client = await deployment.withStore((store) => addClient(store, deployment.client.merchantId));
  const service = one(deployment.services, random);
  const watched = ledger.acknowledged.at(-1);
  const waiting = watched && service.call(result(token, watched, WAIT_S));
  service.setClock(HOUR_MS);
  await aWhile(random, 300);
  for (let i = 0; i < LIMITS.tokenRequests; i++) await service.call(requestToken(client));
  service.setClock(0);
  await aWhile(random, 100);
  const after = await service.call(requestToken(client));
  if (after?.status === 429) ledger.lost('lockout', `${deployment.name}: 429 after the clock was right again`);
  const late = pause(WAIT_ENDS_WITHIN_MS).then(() => 'late');
  if (waiting && (await Promise.race([waiting, late])) === 'late') ledger.lost('wait', deployment.name);
}
