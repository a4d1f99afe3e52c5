import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { WithCopy } from '../parts/copy.tsx';
import { Table, When } from '../parts/elements.tsx';
import { usePage } from '../parts/page.tsx';

function useIssued(): (secret: CallResult<'client add'>) => void {
  const { show } = usePage();
  return ({ client_id, client_secret }) =>
    show({ title: 'Client secret, shown once', text: `client_id      ${client_id}\nclient_secret  ${client_secret}` });
}

export const AddClient = ({ merchantId }: { merchantId: string }): VNode => (
  <ConfirmButton
    label="Add client"
    title="Add a client?"
    action="client add"
    params={{ merchant: merchantId }}
    onDone={useIssued()}
  >
    It gets every scope of its merchant. Its secret is shown once.
  </ConfirmButton>
);

export const Clients = ({ clients }: { clients: CallResult<'client list'> }): VNode => (
  <Table
    label="Clients"
    none="No clients yet."
    rows={clients}
    keyOf={({ client_id }) => client_id}
    columns={[
      ['Client id', ({ client_id }) => <WithCopy text={client_id} what={`client id …${client_id.slice(-6)}`} />],
      ['Scope', ({ scope }) => scope],
      ['Secrets', ({ live_secrets }) => live_secrets, true],
      ['Created', ({ created_at }) => <When at={created_at} />, true],
      ['Revoked', ({ revoked_at }) => revoked_at && <When at={revoked_at} />, true],
      may('client rotate') && [
        'Actions',
        ({ client_id, revoked_at }) => revoked_at === null && <ClientActions id={client_id} />,
      ],
    ]}
  />
);

const ClientActions = ({ id }: { id: string }): VNode => (
  <span class="actions">
    <ConfirmButton
      label="Rotate"
      fullLabel={`Rotate the secret of ${id}`}
      title="Rotate this secret?"
      action="client rotate"
      params={{ client_id: id }}
      onDone={useIssued()}
    >
      {id} The current secret keeps working; any older one stops now. The new secret is shown once.
    </ConfirmButton>
    <ConfirmButton
      label="Revoke"
      fullLabel={`Revoke ${id}`}
      isDanger
      title="Revoke this client?"
      action="client revoke"
      params={{ client_id: id }}
    >
      {id} Its tokens stop working within 5 seconds. This cannot be undone.
    </ConfirmButton>
  </span>
);
