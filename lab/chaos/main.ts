// `npm run chaos`: breaks a deployment under load, round after round, and counts what was lost.
import { setTimeout as pause } from 'node:timers/promises';
import { openFixture } from '../fixture/fixture.ts';
import {
  deployOnPostgres,
  deployOnSqlite,
  PROCESSING_ALLOWANCE_MS,
  SESSION_LIFETIME_S,
  type BreakableDeployment,
} from './deployment.ts';
import { FAULTS, type Fault } from './faults.ts';
import { freshToken } from './fresh-token.ts';
import { Ledger, LOSSES, type Loss } from './ledger.ts';
import { Load } from './load.ts';
import { lookAgain, timeToServe } from './look-again.ts';
import { HELP, parseOptions, type Options } from './options.ts';
import { runCommand } from '../../test/command-line.ts';
import { generator } from '../random.ts';
import { table } from '../table.ts';

type FaultCounts = Awaited<ReturnType<typeof play>>;

await runCommand(HELP, parseOptions, chaos);

async function chaos(options: Options, stop: AbortSignal): Promise<number> {
  await using cleanup = new AsyncDisposableStack();
  const fixture = await openFixture('chaos', cleanup);
  console.error(`seed ${options.seed}: starting`);
  const deployments = [await deployOnPostgres(fixture), await deployOnSqlite(fixture)];
  const ledger = new Ledger();
  const began = performance.now();
  const faults = await play(deployments, ledger, options, stop);
  await findEndless(deployments, ledger);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(asText(options, seconds, faults, ledger));
  return ledger.totalLost > 0 ? 1 : 0;
}

async function play(
  deployments: readonly BreakableDeployment[],
  ledger: Ledger,
  { rounds, seed }: Options,
  stop: AbortSignal,
) {
  const random = generator(seed);
  const counts = FAULTS.map(({ name }) => ({ fault: name, rounds: 0, notRun: 0, slowestBackMs: 0 }));
  for (let round = 0; round < rounds && !stop.aborted; round++) {
    const fault = FAULTS[round % FAULTS.length]!;
    const ofFault = counts[round % FAULTS.length]!;
    const deployment = fault.on(deployments, random);
    if (deployment === undefined) {
      ofFault.notRun++;
      continue;
    }
    const backMs = await playRound(fault, deployment, ledger, random);
    ofFault.rounds++;
    ofFault.slowestBackMs = Math.max(ofFault.slowestBackMs, backMs);
    const { sessions, cancels, outcomes } = ledger.counts;
    console.error(
      `${round + 1} of ${rounds}: ${fault.name} (${deployment.name}), back after ${(backMs / 1000).toFixed(1)} s; so far ${sessions} sessions, ${cancels} cancels, ${outcomes} outcomes`,
    );
  }
  return counts;
}

/** Starts load, injects a fault, then reads every acknowledged session. Returns the milliseconds until the deployment served again. */
async function playRound(
  fault: Fault,
  deployment: BreakableDeployment,
  ledger: Ledger,
  random: () => number,
): Promise<number> {
  const token = await freshToken(deployment);
  const round = { deployment, ledger, token, random };
  const load = new Load(round);
  await pause(200 + random() * 400);
  await fault.strike(round);
  const backMs = await timeToServe(deployment, token);
  await pause(200);
  await load.stop();
  await lookAgain(ledger.takeRound(), token, ledger);
  return backMs;
}

async function findEndless(deployments: readonly BreakableDeployment[], ledger: Ledger): Promise<void> {
  const SWEPT_WITHIN_MS = 10_000;
  await pause(SESSION_LIFETIME_S * 1000 + PROCESSING_ALLOWANCE_MS + SWEPT_WITHIN_MS);
  for (const { name, withStore } of deployments) {
    await withStore((store) =>
      store.sessions.moveDue(Date.now() - SWEPT_WITHIN_MS, 1000, ({ id, status }) => {
        ledger.lost('endless', `${name} ${id}: ${status}`);
        return undefined;
      }),
    );
  }
}

function asText({ seed }: Options, seconds: number, faults: FaultCounts, ledger: Ledger): string {
  const { sessions, cancels, outcomes, races, refused, unanswered, failed } = ledger.counts;
  const ran = faults.reduce((all, { rounds }) => all + rounds, 0);
  const rows = faults.map(({ fault, rounds, notRun, slowestBackMs }) => [
    fault,
    String(rounds),
    String(notRun),
    (slowestBackMs / 1000).toFixed(1),
  ]);
  return [
    `${ran} rounds in ${seconds} s, seed ${seed}.`,
    '',
    table(['fault', 'rounds', 'not run', 'slowest back, s'], rows),
    '',
    `Acknowledged: ${sessions} sessions, each with its idempotency key; ${cancels} cancels, ${outcomes} outcomes; ${races} races.`,
    `Meanwhile: ${refused} refused (503), ${unanswered} without an answer, ${failed} with another 5xx.`,
    '',
    table(
      ['lost', 'count'],
      Object.entries(LOSSES).map(([loss, what]) => [what, String(ledger.losses[loss as Loss])]),
    ),
  ].join('\n');
}
