import type { Store } from '../../storage/port/store.ts';
import type { MerchantStore } from '../row/operator.ts';

/** The store as the people of one merchant see it: what belongs to another merchant does not exist. */
export function storeOfMerchant(store: Store, merchantId: string): MerchantStore {
  const { merchants, sessions, bioAttempts, webhooks, failedRequests, counts, keys, audit } = store;
  const isOwn = (id: string | undefined): boolean => id === merchantId;
  const own = <T extends { readonly merchantId: string | null }>(found: T | undefined): T | undefined =>
    found?.merchantId === merchantId ? found : undefined;
  const findSession: Store['sessions']['find'] = async (id) => own(await sessions.find(id));
  const ownSession = async (id: string | undefined): Promise<string | undefined> =>
    id === undefined ? undefined : (await findSession(id))?.id;
  const findClient: Store['merchants']['findClient'] = async (id) => {
    const known = await merchants.findClient(id);
    return isOwn(known?.merchant.id) ? known : undefined;
  };
  return {
    merchants: {
      find: async (id) => (isOwn(id) ? merchants.find(id) : undefined),
      list: async () => (await merchants.list()).filter(({ id }) => isOwn(id)),
      findClient,
      listClients: async (id = merchantId) => (isOwn(id) ? merchants.listClients(id) : []),
      rotateSecret: async (id, ...how) => (await findClient(id)) !== undefined && merchants.rotateSecret(id, ...how),
    },
    sessions: {
      find: findSession,
      list: async (filter) => (isOwn(filter.merchantId ?? merchantId) ? sessions.list({ ...filter, merchantId }) : []),
      events: async (id) => ((await findSession(id)) === undefined ? [] : sessions.events(id)),
      ofRequest: async (id) => ownSession(await sessions.ofRequest(id)),
      move: async (move) => (await findSession(move.sessionId)) !== undefined && sessions.move(move),
    },
    bioAttempts: {
      of: async (id) => ((await findSession(id)) === undefined ? [] : bioAttempts.of(id)),
      sessionOf: async (id) => ownSession(await bioAttempts.sessionOf(id)),
    },
    webhooks: {
      find: async (id) => (isOwn(id) ? webhooks.find(id) : undefined),
      list: async () => (await webhooks.list()).filter((each) => isOwn(each.merchantId)),
      counts: async (id = merchantId) => (isOwn(id) ? webhooks.counts(id) : []),
      deliveries: async (id, limit) => (isOwn(id) ? webhooks.deliveries(id, limit) : []),
      delivery: async (id) => own(await webhooks.delivery(id)),
      retry: async (id, ...how) => (isOwn(id) ? webhooks.retry(id, ...how) : undefined),
      noteTest: async (endpoint, test) => (own(endpoint) ? webhooks.noteTest(endpoint, test) : undefined),
    },
    failedRequests: {
      find: async (id) => own(await failedRequests.find(id)),
      ofMerchant: async (id, ...how) => (isOwn(id) ? failedRequests.ofMerchant(id, ...how) : []),
      ofSession: async (session, limit) => (own(session) ? failedRequests.ofSession(session, limit) : []),
    },
    counts: {
      since: async (...when) => (await counts.since(...when)).filter((each) => isOwn(each.merchantId)),
    },
    keys: {
      list: (purpose) => keys.list(purpose),
      acceptances: async () => (await keys.acceptances()).filter((each) => isOwn(each.merchantId)),
      noteAcceptance: async (acceptance) => (own(acceptance) ? keys.noteAcceptance(acceptance) : undefined),
    },
    audit: { write: (entry) => audit.write(entry) },
  };
}
