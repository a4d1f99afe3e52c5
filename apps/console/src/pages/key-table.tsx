import type { VNode } from 'preact';
import { ConfirmButton } from '../parts/actions.tsx';
import { Status, Table, When } from '../parts/elements.tsx';
import { PURPOSES, type KeyView } from '../parts/key-purposes.ts';

/** Earlier sealing keys open enrollments until an operator withdraws them. */
const isWithdrawable = ({ purpose, status }: KeyView): boolean =>
  purpose === 'capture-sealing' && status === 'retiring';

export function KeyTable({ keys }: { keys: readonly KeyView[] }): VNode {
  const withdraw = ({ key_id, last_used_at }: KeyView): VNode => (
    <ConfirmButton
      label="Withdraw …"
      fullLabel={`Withdraw ${key_id}`}
      isDanger
      title="Withdraw this key?"
      action="keys withdraw"
      params={{ key_id }}
      says={`Key ${key_id} is withdrawn.`}
    >
      {key_id} was last used <When at={last_used_at} />. Enrollments sealed with it stop working: those users enroll
      again. This cannot be undone.
    </ConfirmButton>
  );
  return (
    <Table
      label="All keys"
      none="No keys yet."
      rows={keys}
      keyOf={({ key_id }) => key_id}
      columns={[
        ['Key', ({ key_id }) => <span class="id">{key_id}</span>],
        ['Purpose', purposeOf],
        [
          'Status',
          (key) => (
            <span class="actions">
              <Status status={key.status} />
              {isWithdrawable(key) && withdraw(key)}
            </span>
          ),
        ],
        ['Storage', ({ kept_in }) => kept_in],
        ['Created', ({ created_at }) => <When at={created_at} />],
        ['Switch', ({ switch_at }) => <When at={switch_at} />],
        ['Removal', ({ removal_at }) => <When at={removal_at} />],
      ]}
    />
  );
}

const purposeOf = ({ purpose }: KeyView): VNode => (
  <>
    {PURPOSES[purpose]} <span class="soft">{purpose}</span>
  </>
);
