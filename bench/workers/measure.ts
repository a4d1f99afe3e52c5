import { prepareCalls, type Calls } from '../api/calls.ts';
import { LoadGenerator } from '../api/load.ts';
import { spread, type Pace } from '../api/measure.ts';
import type { NextRequest } from '../api/requests.ts';
import { MERCHANT_ID, type Deployment } from './deployment.ts';

export const CALLS = ['token', 'create', 'result'] as const;
export type Call = (typeof CALLS)[number];

export interface Rate {
  readonly perSecond: number;
  /** Processor time of all processes of the deployment for one request. */
  readonly cpuUs: number;
  /** Cores that they used. */
  readonly cores: number;
}

export interface Scaling {
  readonly call: Call;
  readonly one: Rate;
  readonly two: Rate;
  /** What two processes do with a core each, over what one does with one: 2 × the cost of a request of one / its cost of two. */
  readonly byCpu: number;
  /** As this machine lets them, load and database beside them. */
  readonly byThroughput: number;
}

interface Loaded {
  readonly deployment: Deployment;
  readonly loads: readonly LoadGenerator[];
  readonly calls: Calls;
}

/** Each process has as many connections as another: what comes at once shares work. On ports of their own they are shared out. */
export async function loaded(
  deployment: Deployment,
  { ca, connections }: { readonly ca: string; readonly connections: number },
  opened: AsyncDisposableStack,
): Promise<Loaded> {
  const { ports, clients, processes } = deployment;
  const each = (connections * processes) / ports.length;
  const loads = ports.map((port) =>
    opened.adopt(new LoadGenerator({ port, ca, connections: each }), (load) => load.close()),
  );
  return { deployment, loads, calls: await prepareCalls({ clients }, loads[0]!, MERCHANT_ID) };
}

/** A process that has answered fewer has not yet compiled what it runs. */
const WARM_UP_REQUESTS = 3000;

async function warmUp({ deployment, loads, calls }: Loaded, call: Call): Promise<void> {
  const requests = (WARM_UP_REQUESTS * deployment.processes) / loads.length;
  if (call === 'token') await deployment.clients.stock(requests * loads.length);
  await Promise.all(loads.map((load) => load.forRequests(requests, calls[call])));
}

/** Both take turns within a round, so that whatever else the machine does meets them alike. */
export async function scaling(call: Call, one: Loaded, two: Loaded, { rounds, ms }: Pace): Promise<Scaling> {
  for (const each of [one, two]) await warmUp(each, call);
  const slices: { one: Rate; two: Rate }[] = [];
  for (let round = 0; round < rounds; round++)
    slices.push({ one: await slice(one, call, ms), two: await slice(two, call, ms) });
  const median = (of: 'one' | 'two'): Rate => ({
    perSecond: spread(slices.map((each) => each[of].perSecond)).median,
    cpuUs: spread(slices.map((each) => each[of].cpuUs)).median,
    cores: spread(slices.map((each) => each[of].cores)).median,
  });
  return {
    call,
    one: median('one'),
    two: median('two'),
    byCpu: spread(slices.map((each) => (2 * each.one.cpuUs) / each.two.cpuUs)).median,
    byThroughput: spread(slices.map((each) => each.two.perSecond / each.one.perSecond)).median,
  };
}

/** More than any two processes answer. */
const MAX_PER_SECOND = 20_000;

async function slice({ deployment, loads, calls }: Loaded, call: Call, ms: number): Promise<Rate> {
  const next: NextRequest = calls[call];
  if (call === 'token') await deployment.clients.stock((MAX_PER_SECOND * ms) / 1000);
  const [cpuBefore, began] = [await deployment.cpuMs(), performance.now()];
  const done = await Promise.all(loads.map((load) => load.forMs(ms, next)));
  const [cpuMs, tookMs] = [(await deployment.cpuMs()) - cpuBefore, performance.now() - began];
  const requests = done.reduce((sum, each) => sum + each.requests, 0);
  return { perSecond: (requests / tookMs) * 1000, cpuUs: (cpuMs * 1000) / requests, cores: cpuMs / tookMs };
}
