import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const TRY_MS = 1500;
const TRIES = 2;

/** Asks the name servers directly. Node's `lookup` uses a few shared threads: merchants with hanging name servers would block all others. */
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
