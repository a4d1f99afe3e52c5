import { randomUUID } from 'node:crypto';
import type { NewAuditEntry } from '../audit/entry.ts';
import type { WebhookEndpoint } from '../merchants/webhook.ts';
import { systemClock, type Clock } from '../runtime/clock.ts';
import { repeat } from '../runtime/repeat.ts';
import type { Store, WebhookState } from '../storage/port/store.ts';

const SETTING = 'sandbox_listener';
const LEASE_MS = 10_000;
export const RENEW_EVERY_MS = 2000;

interface Address {
  readonly url: string;
  readonly caPem: string | null;
}

/** The addresses that `authly listen` has set for a merchant, and those that they replaced. */
interface Listener {
  readonly id: string;
  readonly merchantId: string;
  readonly bio: { readonly url: string; readonly before: Address } | null;
  readonly webhook: { readonly url: string; readonly before: (Address & WebhookState) | null } | null;
}

type EntryOf = (action: string, subject: string, detail: NewAuditEntry['detail']) => NewAuditEntry;

const listenerIn = (text: string | undefined): Listener | undefined =>
  text ? (JSON.parse(text) as Listener) : undefined;

/** A renewed lease has another text. */
const leaseOf = (listener: Listener): string => JSON.stringify({ ...listener, renewedAt: systemClock.now() });

interface Wanted {
  readonly merchantId: string;
  readonly urls: { readonly [Which in 'bio' | 'webhook']: string | null };
}

/** One listener at a time. The earlier addresses are stored before they are replaced, so that they are not lost with this process. */
export async function beginListening(store: Store, { merchantId, urls }: Wanted, entryOf: EntryOf): Promise<Listener> {
  const { merchants, webhooks, settings } = store;
  const earlier = listenerIn(await settings.get(SETTING));
  if (earlier !== undefined) await endListening(store, earlier, entryOf);
  const { bioBaseUrl, bioCaPem } = (await merchants.find(merchantId))!;
  const endpoint = await webhooks.find(merchantId);
  const before = endpoint === undefined ? null : stateOf(endpoint);
  const listener = {
    id: randomUUID(),
    merchantId,
    bio: urls.bio === null ? null : { url: urls.bio, before: { url: bioBaseUrl, caPem: bioCaPem } },
    webhook: urls.webhook === null ? null : { url: urls.webhook, before },
  };
  await settings.set(SETTING, leaseOf(listener));
  return listener;
}

const stateOf = ({ url, caPem, failingSince, disabledAt, tests }: WebhookEndpoint) => ({
  url,
  caPem,
  failingSince,
  disabledAt,
  tests,
});

/** Returns why the lease has ended, if it has. */
export async function renewLease({ settings }: Store, listener: Listener): Promise<string | undefined> {
  let holder: Listener | undefined;
  await settings.change(SETTING, (lease) => {
    holder = listenerIn(lease);
    return holder?.id === listener.id ? leaseOf(listener) : undefined;
  });
  if (holder === undefined)
    return 'This command was stopped for too long, so the service has put the earlier settings back. Start it again.';
  return holder.id === listener.id ? undefined : 'Another "authly listen" has taken over.';
}

/** Puts back what was not changed since. */
export async function endListening(
  { merchants, webhooks, settings }: Store,
  { id, merchantId, bio, webhook }: Listener,
  entryOf: EntryOf,
): Promise<void> {
  const entry = (action: string, before: Address | null) =>
    entryOf(action, merchantId, {
      origin: before === null ? 'none' : new URL(before.url).origin,
    });
  if (bio !== null && (await merchants.find(merchantId))?.bioBaseUrl === bio.url) {
    const { url, caPem } = bio.before;
    await merchants.update(merchantId, { bioBaseUrl: url, bioCaPem: caPem }, () => entry('merchant.set', bio.before));
  }
  if (webhook !== null && (await webhooks.find(merchantId))?.url === webhook.url) {
    const { before } = webhook;
    if (before === null) await webhooks.remove(merchantId, entry('webhook.remove', before));
    else await webhooks.change(merchantId, before, () => entry('webhook.set', before));
  }
  await settings.change(SETTING, (lease) => (listenerIn(lease)?.id === id ? '' : undefined));
}

/** A listener that was killed does not renew its lease. */
export function endDeadListeners(
  store: Store,
  clock: Clock,
  onError: (error: unknown) => void,
  opened: AsyncDisposableStack,
): void {
  const at = (): number => systemClock.now();
  const entryOf: EntryOf = (action, subject, detail) => ({ at: at(), actor: 'service', action, subject, detail });
  let [seen, since] = ['', 0];
  const look = async (): Promise<void> => {
    const lease = (await store.settings.get(SETTING)) ?? '';
    if (lease !== seen) [seen, since] = [lease, clock.elapsed()];
    else if (lease !== '' && clock.elapsed() - since >= LEASE_MS)
      await endListening(store, JSON.parse(lease) as Listener, entryOf);
  };
  opened.defer(repeat({ clock, everyMs: RENEW_EVERY_MS, onError }, look));
}
