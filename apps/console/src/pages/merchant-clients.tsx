import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { Table, When } from '../parts/elements.tsx';
import { usePage } from '../parts/page.tsx';

interface ClientsProps {
  readonly merchantId: string;
  readonly clients: CallResult<'client list'>;
}

type Secret = CallResult<'client add'>;

export function Clients({ merchantId, clients }: ClientsProps): VNode {
  const { showSecret } = usePage();
  const issued = ({ client_id, client_secret }: Secret): void => {
    showSecret('Client secret, shown once', `client_id      ${client_id}\nclient_secret  ${client_secret}`);
  };
  return (
    <>
      <Table
        label="Clients"
        none="No clients yet."
        rows={clients}
        keyOf={({ client_id }) => client_id}
        columns={[
          ['Client id', ({ client_id }) => <span class="id">{client_id}</span>],
          ['Scope', ({ scope }) => scope],
          ['Secrets', ({ live_secrets }) => live_secrets],
          ['Created', ({ created_at }) => <When at={created_at} />],
          ['Revoked', ({ revoked_at }) => revoked_at && <When at={revoked_at} />],
          may('client rotate') && [
            'Actions',
            ({ client_id, revoked_at }) => revoked_at === null && <ClientActions id={client_id} onIssued={issued} />,
          ],
        ]}
      />
      <ConfirmButton
        label="Add client"
        title="Add a client?"
        action="client add"
        params={{ merchant: merchantId }}
        onDone={issued}
      >
        It gets every scope of its merchant. Its secret is shown once.
      </ConfirmButton>
    </>
  );
}

interface ClientActionsProps {
  readonly id: string;
  readonly onIssued: (secret: Secret) => void;
}

const ClientActions = ({ id, onIssued }: ClientActionsProps): VNode => (
  <span class="actions">
    <ConfirmButton
      label="Rotate"
      fullLabel={`Rotate the secret of ${id}`}
      title="Rotate this secret?"
      action="client rotate"
      params={{ client_id: id }}
      onDone={onIssued}
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
