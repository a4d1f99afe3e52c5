import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { Table, When } from '../parts/elements.tsx';
import { ConfirmButton } from '../parts/forms.tsx';
import { TextDialog } from '../parts/copy.tsx';

interface ClientsProps {
  readonly merchantId: string;
  readonly clients: CallResult<'client list'>;
  readonly onChanged: () => void;
}

type Secret = CallResult<'client add'>;

export function Clients({ merchantId, clients, onChanged }: ClientsProps): VNode {
  const [secret, setSecret] = useState<Secret>();
  const issued = (made: Secret): void => {
    setSecret(made);
    onChanged();
  };
  const rows = clients.map(({ client_id, scope, live_secrets, created_at, revoked_at }) => ({
    key: client_id,
    cells: [
      <span class="id">{client_id}</span>,
      scope,
      live_secrets,
      <When at={created_at} />,
      revoked_at && <When at={revoked_at} />,
      revoked_at === null && <ClientActions id={client_id} onIssued={issued} onRevoked={onChanged} />,
    ],
  }));
  const columns = ['Client id', 'Scope', 'Secrets', 'Created', 'Revoked', may('client rotate') && 'Actions'];
  return (
    <>
      <Table label="Clients" columns={columns} rows={rows} none="No clients yet." />
      <ConfirmButton
        label="Add client"
        title="Add a client?"
        action="client add"
        params={{ merchant: merchantId }}
        onDone={issued}
      >
        It gets every scope of its merchant. Its secret is shown once.
      </ConfirmButton>
      {secret && (
        <TextDialog
          title="Client secret, shown once"
          text={`client_id      ${secret.client_id}\nclient_secret  ${secret.client_secret}`}
          note="Copy it now. Only its hash is stored, so it cannot be shown again."
          isSecret
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
      onDone={onRevoked}
    >
      {id} Its tokens stop working within 5 seconds. This cannot be undone.
    </ConfirmButton>
  </span>
);
