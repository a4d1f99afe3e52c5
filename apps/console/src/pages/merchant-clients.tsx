import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Table, When } from '../parts/elements.tsx';
import { ConfirmButton } from '../parts/forms.tsx';
import { TextDialog } from '../parts/text-dialog.tsx';

interface ClientsProps {
  readonly merchantId: string;
  readonly clients: CallResult<'client list'>;
  readonly isAdmin: boolean;
  readonly onChanged: () => void;
}

type Secret = CallResult<'client add'>;

export function Clients({ merchantId, clients, isAdmin, onChanged }: ClientsProps): VNode {
  const [secret, setSecret] = useState<Secret>();
  const issued = (made: Secret): void => {
    setSecret(made);
    onChanged();
  };
  const actionsOf = (id: string): VNode => <ClientActions id={id} onIssued={issued} onRevoked={onChanged} />;
  const rows = clients.map((client) => ({
    key: client.client_id,
    cells: [
      <span class="id">{client.client_id}</span>,
      client.scope,
      client.live_secrets,
      <When at={client.created_at} />,
      client.revoked_at && <When at={client.revoked_at} />,
      ...(isAdmin ? [client.revoked_at === null && actionsOf(client.client_id)] : []),
    ],
  }));
  const columns = ['Client id', 'Scope', 'Secrets', 'Created', 'Revoked', ...(isAdmin ? ['Actions'] : [])];
  return (
    <>
      {clients.length === 0 && <p class="soft">No clients yet.</p>}
      {clients.length > 0 && <Table label="Clients" columns={columns} rows={rows} />}
      {isAdmin && (
        <ConfirmButton
          label="Add client"
          title="Add a client?"
          yes="Add"
          action="client add"
          params={{ merchant: merchantId }}
          onDone={issued}
        >
          It gets every scope of its merchant. Its secret is shown once.
        </ConfirmButton>
      )}
      {secret && (
        <TextDialog
          title="Client secret, shown once"
          text={`client_id      ${secret.client_id}\nclient_secret  ${secret.client_secret}`}
          note="Copy it now. Only its hash is stored, so it cannot be shown again."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

interface ClientActionsProps {
  readonly id: string;
  readonly onIssued: (secret: Secret) => void;
  readonly onRevoked: () => void;
}

const ClientActions = ({ id, onIssued, onRevoked }: ClientActionsProps): VNode => (
  <span class="actions">
    <ConfirmButton
      label="Rotate"
      fullLabel={`Rotate the secret of ${id}`}
      title="Rotate this secret?"
      yes="Rotate"
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
      yes="Revoke"
      action="client revoke"
      params={{ client_id: id }}
      onDone={onRevoked}
    >
      {id} Its tokens stop working within 5 seconds. This cannot be undone.
    </ConfirmButton>
  </span>
);
