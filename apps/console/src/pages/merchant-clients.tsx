import { Question } from '@authly/ui/question.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ClientView, ShownOnce as Secret } from '@authly/service/actions/views.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { When } from '../parts/when.tsx';
import { useAct } from '../use-act.ts';
import { Table } from '../parts/table.tsx';

interface ClientsProps {
  readonly clients: readonly ClientView[];
  readonly path: string;
  readonly mayAct: boolean;
  readonly onChanged: () => void;
}

type Asked = { readonly what: 'add' | 'rotate' | 'revoke'; readonly id: string };
const WORDS = {
  add: {
    title: 'Add a client?',
    yes: 'Add it',
    text: 'It may do all that its merchant may. Its secret is shown once.',
  },
  rotate: {
    title: 'Make a second secret?',
    yes: 'Make it',
    text: 'The newest secret stays good beside it; an older one ends now. The new one is shown once.',
  },
  revoke: {
    title: 'Revoke this client?',
    yes: 'Revoke it',
    text: 'Its tokens end within 5 seconds. This cannot be undone.',
  },
} as const;

export function Clients({ clients, path, mayAct, onChanged }: ClientsProps): VNode {
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<Secret>();
  const doing = useAct<Partial<Secret>>((answer) => {
    setAsked(undefined);
    if (answer.client_secret !== undefined) setSecret(answer as Secret);
    onChanged();
  });
  const go = ({ what, id }: Asked): void =>
    doing.run(what === 'add' ? `${path}/clients` : `/api/clients/${encodeURIComponent(id)}/${what}`);
  const question = (next: Asked): void => {
    doing.clear();
    setAsked(next);
  };
  return (
    <>
      {clients.length === 0 && <p class="soft">None yet.</p>}
      {clients.length > 0 && (
        <Table
          label="Clients"
          columns={['Client id', 'Scope', 'Secrets', 'Created', 'Revoked', ...(mayAct ? ['Do'] : [])]}
        >
          {clients.map((client) => (
            <tr key={client.client_id}>
              <td class="id">{client.client_id}</td>
              <td>{client.scope}</td>
              <td>{client.live_secrets}</td>
              <td>
                <When at={client.created_at} />
              </td>
              <td>
                <When at={client.revoked_at} />
              </td>
              {mayAct && <td>{client.revoked_at === null && <Acts id={client.client_id} onAsk={question} />}</td>}
            </tr>
          ))}
        </Table>
      )}
      {mayAct && (
        <button type="button" class="small" onClick={() => question({ what: 'add', id: '' })}>
          Add a client
        </button>
      )}
      {asked && (
        <Question
          title={WORDS[asked.what].title}
          yes={WORDS[asked.what].yes}
          no="Leave it"
          problem={doing.problem ?? ''}
          onYes={() => go(asked)}
          onClose={() => setAsked(undefined)}
        >
          {asked.id} {WORDS[asked.what].text}
        </Question>
      )}
      {secret && (
        <ShownOnce
          title="The secret, shown once"
          text={`client_id      ${secret.client_id}\nclient_secret  ${secret.client_secret}`}
          note="It is stored as a hash: nobody can show it again."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

const Acts = ({ id, onAsk }: { id: string; onAsk: (asked: Asked) => void }): VNode => (
  <span class="acts">
    <button
      type="button"
      class="small"
      aria-label={`Rotate the secret of ${id}`}
      onClick={() => onAsk({ what: 'rotate', id })}
    >
      Rotate
    </button>
    <button
      type="button"
      class="small danger"
      aria-label={`Revoke ${id}`}
      onClick={() => onAsk({ what: 'revoke', id })}
    >
      Revoke
    </button>
  </span>
);
