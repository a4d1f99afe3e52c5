import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { Table, When } from '../parts/elements.tsx';
import { Confirm } from '../parts/forms.tsx';
import { TextDialog } from '../parts/text-dialog.tsx';

interface ClientsProps {
  readonly merchantId: string;
  readonly clients: CallResult<'client list'>;
  readonly isAdmin: boolean;
  readonly onChanged: () => void;
}

const ACTIONS = {
  add: {
    title: 'Add a client?',
    yes: 'Add',
    text: 'It gets every scope of its merchant. Its secret is shown once.',
  },
  rotate: {
    title: 'Rotate this secret?',
    yes: 'Rotate',
    text: 'The current secret keeps working; any older one stops now. The new secret is shown once.',
  },
  revoke: {
    title: 'Revoke this client?',
    yes: 'Revoke',
    text: 'Its tokens stop working within 5 seconds. This cannot be undone.',
  },
} as const;
type Choice = { readonly action: keyof typeof ACTIONS; readonly id: string };
type Secret = CallResult<'client add'>;

export function Clients({ merchantId, clients, isAdmin, onChanged }: ClientsProps): VNode {
  const [choice, setChoice] = useState<Choice>();
  const [secret, setSecret] = useState<Secret>();
  const done = (result: Secret | CallResult<'client revoke'>): void => {
    if ('client_secret' in result) setSecret(result);
    onChanged();
  };
  return (
    <>
      {clients.length === 0 && <p class="soft">No clients yet.</p>}
      {clients.length > 0 && (
        <Table
          label="Clients"
          columns={['Client id', 'Scope', 'Secrets', 'Created', 'Revoked', ...(isAdmin ? ['Actions'] : [])]}
          rows={clients.map((client) => ({
            key: client.client_id,
            cells: [
              <span class="id">{client.client_id}</span>,
              client.scope,
              client.live_secrets,
              <When at={client.created_at} />,
              client.revoked_at && <When at={client.revoked_at} />,
              ...(isAdmin
                ? [client.revoked_at === null && <Actions id={client.client_id} onChoose={setChoice} />]
                : []),
            ],
          }))}
        />
      )}
      {isAdmin && (
        <button type="button" class="small" onClick={() => setChoice({ action: 'add', id: '' })}>
          Add client
        </button>
      )}
      {choice && (
        <Confirm
          title={ACTIONS[choice.action].title}
          yes={ACTIONS[choice.action].yes}
          {...(choice.action === 'add'
            ? { action: 'client add', params: { merchant: merchantId } }
            : { action: `client ${choice.action}`, params: { client_id: choice.id } })}
          onDone={done}
          onClose={() => setChoice(undefined)}
        >
          {choice.id} {ACTIONS[choice.action].text}
        </Confirm>
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

const Actions = ({ id, onChoose }: { id: string; onChoose: (choice: Choice) => void }): VNode => (
  <span class="actions">
    <button
      type="button"
      class="small"
      aria-label={`Rotate the secret of ${id}`}
      onClick={() => onChoose({ action: 'rotate', id })}
    >
      Rotate
    </button>
    <button
      type="button"
      class="small danger"
      aria-label={`Revoke ${id}`}
      onClick={() => onChoose({ action: 'revoke', id })}
    >
      Revoke
    </button>
  </span>
);
