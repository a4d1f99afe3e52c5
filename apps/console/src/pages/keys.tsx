import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import type { KeyView, Readiness } from '@authly/service/actions/views.ts';
import type { Keys } from '@authly/service/console/wire.ts';
import { Problem } from '../parts/problem.tsx';
import { Status } from '../parts/status.tsx';
import { When } from '../parts/when.tsx';
import { addressOf } from '../place.ts';
import { useAnswer } from '../use-answer.ts';
import { Emergency, Rotation } from './key-rotation.tsx';
import { Table } from '../parts/table.tsx';

export function KeysRoom({ mayAct }: { mayAct: boolean }): VNode {
  const { value, problem, again } = useAnswer<Keys>('/api/keys');
  return (
    <>
      <Heading text="Keys" owner="Authly console" />
      <Problem text={problem} />
      {value && (
        <div class="cards">
          <section class="card broad">
            <h2>Every key</h2>
            <KeyTable keys={value.keys} />
          </section>
          <section class="card">
            <h2>Rotate the signing key</h2>
            <Rotation keys={value} mayAct={mayAct} onChanged={() => again()} />
          </section>
          <section class="card">
            <h2>Emergency</h2>
            <p>
              A key may be known to others: it is removed at once, a new one signs, and there is no overlap. Merchants
              must be told at once.
            </p>
            {mayAct && <Emergency keys={value.keys} onChanged={() => again()} />}
          </section>
          <section class="card broad">
            <h2>Who has accepted the key that signs now</h2>
            {value.readiness === null ? <p class="soft">No key signs yet.</p> : <Ready {...value.readiness} />}
          </section>
        </div>
      )}
    </>
  );
}

const KeyTable = ({ keys }: { keys: readonly KeyView[] }): VNode => (
  <Table label="Every key" columns={['Key', 'For', 'State', 'Kept in', 'Switch', 'Removal']}>
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

function Ready({ key_id, merchants, not_yet }: Readiness): VNode {
  if (merchants.length === 0) return <p class="soft">There is nobody to accept it.</p>;
  return (
    <>
      <p>
        <span class="id">{key_id}</span>:{' '}
        {not_yet.length === 0
          ? 'every merchant has accepted it.'
          : `${not_yet.length} of ${merchants.length} have not yet. One that was not called since the switch had no occasion to.`}
      </p>
      <Table label="Merchants and the key" columns={['Merchant', 'Accepted it, last', 'Accepted another, last']}>
        {merchants.map(({ merchant_id, name, last_accepted_at, last_accepted_another_at }) => (
          <tr key={merchant_id}>
            <td>
              <a href={addressOf(['merchants', merchant_id])}>
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
