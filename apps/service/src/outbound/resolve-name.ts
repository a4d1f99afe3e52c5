import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { systemClock, type Clock } from '../runtime/clock.ts';

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const TRY_MS = 1500;
const TRIES = 2;
/** When one family has answered, the other gets this time. */
const OTHER_FAMILY_MS = 100;

/** Asks the name servers directly. Node's `lookup` uses a few shared threads: merchants with hanging name servers would block all others. */
export function resolveName(servers?: readonly string[], tryMs: number = TRY_MS, clock: Clock = systemClock): Resolve {
  return async (hostname) => {
    // Reads the name servers of the machine, which may have changed.
    const resolver = new Resolver({ timeout: tryMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const answers = [inFamily(4, resolver.resolve4(hostname)), inFamily(6, resolver.resolve6(hostname))];
    await Promise.any(answers).catch(({ errors }: AggregateError) => Promise.reject(errors[0]));
    // Some name servers drop queries for one family.
    const { promise: late, resolve } = Promise.withResolvers<LookupAddress[]>();
    const cancel = clock.after(OTHER_FAMILY_MS, () => resolve([]));
    const found = await Promise.all(answers.map((answer) => Promise.race([answer.catch(() => []), late])));
    cancel();
    return found.flat();
  };
}

async function inFamily(family: number, answer: Promise<string[]>): Promise<LookupAddress[]> {
  const addresses = await answer;
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses.map((address) => ({ address, family }));
}
