import type { NewAuditEntry } from '../audit/entry.ts';
import { systemClock, type Clock } from '../runtime/clock.ts';
import { repeat } from '../runtime/repeat.ts';
import type { Settings, Store } from '../storage/port/store.ts';

const SETTING = 'sandbox_listener';
const LEASE_MS = 10_000;
export const RENEW_EVERY_MS = 2000;

interface Address {
  readonly url: string;
  readonly caPem: string | null;
}

interface Replaced<Before> {
  readonly url: string;
  readonly before: Before;
}

/** The addresses that `authly listen` has set for a merchant, and those that it has replaced. */
export interface Listener {
  readonly id: string;
  readonly merchantId: string;
  readonly bio: Replaced<Address> | null;
  readonly webhook: Replaced<Address | null> | null;
}

type EntryOf = (action: string, subject: string, detail: NewAuditEntry['detail']) => NewAuditEntry;

async function read(settings: Settings): Promise<Listener | undefined> {
  const text = await settings.get(SETTING);
  return text ? (JSON.parse(text) as Listener) : undefined;
}

/** A renewed lease has another text. */
const writeLease = (settings: Settings, listener: Listener): Promise<void> =>
  settings.set(SETTING, JSON.stringify({ ...listener, renewedAt: systemClock.now() }));

/** One listener at a time. The earlier settings are stored before they are changed, so that they are not lost with this process. */
export async function beginListening(store: Store, entryOf: EntryOf, listenerOf: () => Promise<Listener>) {
  const earlier = await read(store.settings);
  if (earlier !== undefined) await endListening(store, earlier, entryOf);
  const listener = await listenerOf();
  await writeLease(store.settings, listener);
  return listener;
}

/** False: another listener has taken its place. */
export async function renewLease({ settings }: Store, listener: Listener): Promise<boolean> {
  if ((await read(settings))?.id !== listener.id) return false;
  await writeLease(settings, listener);
  return true;
}

/** Puts back what nobody has changed since. */
export async function endListening(
  { merchants, webhooks, settings }: Pick<Store, 'merchants' | 'webhooks' | 'settings'>,
  { id, merchantId, bio, webhook }: Listener,
  entryOf: EntryOf,
): Promise<void> {
  if (bio !== null && (await merchants.find(merchantId))?.bioBaseUrl === bio.url) {
    const { url, caPem } = bio.before;
    const entry = entryOf('merchant.set', merchantId, { bioBaseUrl: `${bio.url} → ${url}` });
    await merchants.update(merchantId, { bioBaseUrl: url, bioCaPem: caPem }, () => entry);
  }
  if (webhook !== null && (await webhooks.find(merchantId))?.url === webhook.url) {
    const entry = (action: string) => entryOf(action, merchantId, { by: 'listen' });
    if (webhook.before === null) await webhooks.remove(merchantId, entry('webhook.remove'));
    else await webhooks.change(merchantId, webhook.before, () => entry('webhook.set'));
  }
  if ((await read(settings))?.id === id) await settings.set(SETTING, '');
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
