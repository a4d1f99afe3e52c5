import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const TRY_MS = 1500;
const TRIES = 2;

/**
 * All addresses of a name, asked of the name servers directly. Node's own `lookup` works in a few threads that everybody shares: two
 * merchants whose name servers hang would hold them all, and no other merchant could be connected to.
 */
export function resolveName(servers?: readonly string[], tryMs: number = TRY_MS): Resolve {
  const resolver = new Resolver({ timeout: tryMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer, i) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    );
    if (addresses.length > 0) return addresses;
    throw (
      (answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined)?.reason ??
      new Error(`${hostname} has no address`)
    );
  };
}
