import { FAILURE_CODES } from '@authly/contract/wire/failure-codes';
import { SETTINGS } from '../../../merchants/merchant-settings.ts';
import { isSessionId } from '../../../session/session-id.ts';
import type { Action } from '../../row/action.ts';
import type { MerchantStore } from '../../row/operator.ts';
import { failedCallView } from '../../reads/failed-call-view.ts';
import { ACTIONS } from '../../actions/index.ts';
import { searchText } from '../../row/params.ts';
import { listSessions, sessionRow } from '../../reads/session-views.ts';
import { endpoint } from '../endpoint.ts';

const MOST = 5;
const REQUEST_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A shorter part of a session id would match most sessions. */
const ID_PART = /^[0-9a-z_]{6,}$/;

/** Finds by id or part of an id, and merchants and settings by name too. A request id is one of a failed call, of a creation or of a call to a merchant. */
export const find = endpoint({
  name: 'find',
  role: 'read',
  isCostly: true,
  params: { q: searchText() },
  async run(operator, params) {
    const { store } = operator;
    const { isWanted } = soughtBy(params);
    const keys = (await store.keys.list()).filter(({ id }) => isWanted(id)).slice(0, MOST);
    return { ...(await foundIn(store, params)), keys: keys.map(({ id, purpose }) => ({ key_id: id, purpose })) };
  },
  forMerchant: async ({ store }, params) => ({ ...(await foundIn(store, params)), keys: [] }),
});

function soughtBy({ q }: { readonly q: string }) {
  const wanted = q.trim().toLowerCase();
  return { wanted, isWanted: (text: string): boolean => wanted !== '' && text.toLowerCase().includes(wanted) };
}

async function foundIn(store: MerchantStore, params: { readonly q: string }) {
  const { wanted, isWanted } = soughtBy(params);
  const failed = await store.failedRequests.find(wanted);
  return {
    failedCall: failed === undefined ? null : failedCallView(failed),
    // A failed call leads to its session.
    sessions: failed === undefined ? await sessionsFor(store, wanted) : [],
    merchants: (await store.merchants.list())
      .filter(({ id, name }) => isWanted(id) || isWanted(name))
      .slice(0, MOST)
      .map(({ id, name }) => ({ merchant_id: id, name })),
    clients: (await store.merchants.listClients())
      .filter(({ id }) => isWanted(id))
      .slice(0, MOST)
      .map(({ id, merchantId }) => ({ client_id: id, merchant_id: merchantId })),
    settings: SETTINGS.filter(([name, { label }]) => isWanted(name) || isWanted(label))
      .map(([, { label }]) => label)
      .slice(0, MOST),
    failureCodes: Object.keys(FAILURE_CODES).filter(isWanted).slice(0, MOST),
    // Those that change something. The page shows what this sign-in may run.
    actions: (ACTIONS as readonly Action[])
      .filter(({ audit, name, text }) => audit !== undefined && isWanted(`${name} ${text}`))
      .map(({ name }) => name),
  };
}

async function sessionsFor(store: MerchantStore, wanted: string) {
  const id = REQUEST_ID.test(wanted)
    ? ((await store.sessions.ofRequest(wanted)) ?? (await store.bioAttempts.sessionOf(wanted)))
    : wanted;
  if (id === undefined) return [];
  const session = isSessionId(id) ? await store.sessions.find(id) : undefined;
  if (session !== undefined) return [sessionRow(session)];
  const search = { idPart: id, merchantIds: [], failureCodes: [] };
  return ID_PART.test(id) ? listSessions({ store }, { search, limit: MOST }) : [];
}
