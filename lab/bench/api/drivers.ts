import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Server } from '../fixture.ts';
import type { CallName } from './calls.ts';

/** More than the service can serve at once, below its connection limit. */
const CONNECTIONS = 2000;
/** One core is the service's. */
const DRIVERS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** The service may accept a burst in the first seconds, so they do not count. */
export const LEAD_MS = 2000;
const SCRIPT = new URL('driver-process.ts', import.meta.url).pathname;

export interface DriverSettings extends Pick<Server, 'origin' | 'ca' | 'clients'> {
  readonly connections: number;
}

export interface Arrivals {
  readonly call: CallName;
  readonly perSecond: number;
  readonly ms: number;
}

export interface Counted {
  readonly sent: number;
  readonly accepted: number;
}

/** Sends more than the service can serve, from a second process group: the scheduler shares the cores by group. */
export class Drivers {
  readonly #children: readonly ChildProcess[];

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  static async start({ origin, ca, clients }: Server): Promise<Drivers> {
    const settings: DriverSettings = { origin, ca, clients, connections: Math.floor(CONNECTIONS / DRIVERS) };
    const env = { ...process.env, DRIVER: JSON.stringify(settings) };
    const children = Array.from({ length: DRIVERS }, () => fork(SCRIPT, { env, detached: true }));
    await Promise.all(children.map(messageOf));
    return new Drivers(children);
  }

  async arrive({ perSecond, ...rest }: Arrivals): Promise<Counted> {
    const counted = this.#children.map(async (child) => {
      child.send({ ...rest, perSecond: perSecond / DRIVERS } satisfies Arrivals);
      return (await messageOf(child)) as Counted;
    });
    const all = await Promise.all(counted);
    const sum = (of: keyof Counted): number => all.reduce((total, counts) => total + counts[of], 0);
    return { sent: sum('sent'), accepted: sum('accepted') };
  }

  stop(): void {
    for (const child of this.#children) child.disconnect();
  }
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(() => Promise.reject(new Error('a driver ended')));
  const [message] = await Promise.race([once(child, 'message', over), ended]).finally(() => over.abort());
  return message as unknown;
}
