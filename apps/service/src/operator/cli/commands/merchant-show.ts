import { listClients } from '../../actions/clients.ts';
import { findMerchant, merchantView } from '../../actions/merchants.ts';
import { endpointState } from '../../actions/webhooks.ts';
import { keysAt } from '../../../keys/key-status.ts';
import { fields, output, table, time, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';

const WHEN = 'Running services follow a change within 5 s.';

/** A merchant as it is set now, with its clients, its webhook, and whether it has accepted the key that signs. */
export async function showMerchant(context: StoreContext, id: string): Promise<Output> {
  const { store, now } = context;
  const merchant = await findMerchant(context, id);
  const clients = await listClients(context, id);
  const endpoint = await store.webhooks.find(id);
  const active = keysAt(await store.keys.list('bio-signing'), now()).find(({ status }) => status === 'active');
  const accepted = (await store.keys.acceptances()).find(
    ({ merchantId, keyId }) => merchantId === id && keyId === active?.key.id,
  );
  const shown = {
    ...merchantView(merchant),
    webhook_url: endpoint?.url ?? null,
    webhook_state: endpoint === undefined ? null : endpointState(endpoint),
    signing_key_accepted_at: time(accepted?.lastAcceptedAt ?? null),
  };
  const text = [fields(shown), table(clients, `No clients yet: authly client add --merchant ${id}`), WHEN];
  return output({ ...shown, clients }, text.join('\n\n'));
}
