import { BIO_LIMITS } from '@authly/contract/limits';
import type { ServiceKey } from '../testing/service-key.ts';
import { accepted } from './expectations.ts';
import type { Probe } from './probe.ts';

/** How long a server may wait between two fetches of the list; a second more for the way there. */
export const COOLDOWN_MS = BIO_LIMITS.keyListCooldownMs + 1_000;
const STEP_MS = 1_000;

/** A store signed with this key is accepted, at once or as soon as the server may fetch the key list again. */
export async function eventuallyAccepted(probe: Probe, key: ServiceKey, what: string): Promise<void> {
  const giveUpAt = probe.clock.now() + COOLDOWN_MS;
  for (;;) {
    const reply = await probe.store(probe.storeBody(), { key });
    if (reply.status === 200 || probe.clock.now() >= giveUpAt) return accepted(reply, what);
    await probe.clock.sleep(STEP_MS);
  }
}
