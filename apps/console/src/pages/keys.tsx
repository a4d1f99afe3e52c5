import type { VNode } from 'preact';
import type { KeyView, Readiness } from '@authly/service/actions/views.ts';
import type { Keys } from '@authly/service/console/wire.ts';
import { useData } from '../hooks.ts';
import { Problem, Status, Table, Title, When } from '../parts/elements.tsx';
import { routeTo } from '../route.ts';
import { EmergencyForm, Rotation } from './key-rotation.tsx';

export function KeysPage({ isAdmin }: { isAdmin: boolean }): VNode {
  const { value, problem, reload } = useData<Keys>('/api/keys');
  return (
    <>
      <Title text="Keys" />
      <Problem text={problem} />
      {value && (
        <div class="cards">
          <section class="card broad">
            <h2>All keys</h2>
            <KeyTable keys={value.keys} />
          </section>
          <section class="card">
            <h2>Signing key rotation</h2>
            <Rotation keys={value} isAdmin={isAdmin} onChanged={() => reload()} />
          </section>
          <section class="card">
            <h2>Emergency rotation</h2>
            <p>
              For a key that may be compromised. It is removed at once and a new key signs. There is no overlap, so tell
              every merchant immediately.
            </p>
            {isAdmin && <EmergencyForm keys={value.keys} onChanged={() => reload()} />}
          </section>
          <section class="card broad">
            <h2>Merchants that accept the active key</h2>
            {value.readiness === null ? <p class="soft">No active key yet.</p> : <Acceptance {...value.readiness} />}
          </section>
        </div>
      )}
    </>
  );
}

const KeyTable = ({ keys }: { keys: readonly KeyView[] }): VNode => (
  <Table label="All keys" columns={['Key', 'Purpose', 'Status', 'Storage', 'Switch', 'Removal']}>
    {keys.map(({ key_id, purpose, status, kept_in, switch_at, removal_at }) => (
      <tr key={key_id}>
        <td class="id">{key_id}</td>
        <td>{purpose}</td>
        <td>
          <Status status={status} />
        </td>
        <td>{kept_in ?? '–'}</td>
        <td>
          <When at={switch_at} />
        </td>
        <td>
          <When at={removal_at} />
        </td>
      </tr>
    ))}
  </Table>
);

function Acceptance({ key_id, merchants, not_yet }: Readiness): VNode {
  if (merchants.length === 0) return <p class="soft">No merchants yet.</p>;
  return (
    <>
      <p>
        <span class="id">{key_id}</span>:{' '}
        {not_yet.length === 0
          ? 'every merchant has accepted it.'
          : `${not_yet.length} of ${merchants.length} merchants have not accepted it. They may not have been called since the switch.`}
      </p>
      <Table
        label="Merchants that accept the active key"
        columns={['Merchant', 'Last accepted', 'Last accepted another key']}
      >
        {merchants.map(({ merchant_id, name, last_accepted_at, last_accepted_another_at }) => (
          <tr key={merchant_id}>
            <td>
              <a href={routeTo(['merchants', merchant_id])}>
                <bdi>{name}</bdi>
              </a>
            </td>
            <td class={last_accepted_at === null ? 'bad' : 'good'}>
              <When at={last_accepted_at} />
            </td>
            <td>
              <When at={last_accepted_another_at} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
