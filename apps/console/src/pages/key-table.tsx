import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { Id } from '../parts/copy.tsx';
import { Status, Table, When } from '../parts/elements.tsx';
import { PURPOSES, WHAT_STOPS, type KeyView } from '../parts/key-purposes.ts';
import { usePage } from '../parts/page.tsx';

export const KeyTable = ({ keys }: { keys: readonly KeyView[] }): VNode => (
  <Table
    label="All keys"
    none="No keys yet."
    rows={keys}
    keyOf={({ key_id }) => key_id}
    columns={[
      ['Key', ({ key_id }) => <Id id={key_id} what={`key id …${key_id.slice(-6)}`} />],
      ['Purpose', purposeOf],
      ['Status', ({ status }) => <Status status={status} />],
      ['Storage', ({ kept_in }) => kept_in],
      ['Created', ({ created_at }) => <When at={created_at} />, true],
      ['Switch', ({ switch_at }) => <When at={switch_at} />, true],
      ['Removal', ({ removal_at }) => <When at={removal_at} />, true],
      may('keys emergency') && [
        'Actions',
        (key) => key.status !== 'removed' && <KeyActions chosen={key} keys={keys} />,
      ],
    ]}
  />
);

const purposeOf = ({ purpose }: KeyView): VNode => (
  <>
    {PURPOSES[purpose]} <span class="soft">{purpose}</span>
  </>
);

interface KeyActionsProps {
  readonly chosen: KeyView;
  readonly keys: readonly KeyView[];
}

function KeyActions({ chosen, keys }: KeyActionsProps): VNode {
  const { key_id, purpose, status, last_used_at } = chosen;
  const { say, show } = usePage();
  const removed = ({ key_id: next, notice: text }: CallResult<'keys emergency'>): void => {
    say(`Key ${next} is active.`);
    const note = 'Send it to every merchant now.';
    if (text !== null) show({ title: 'Urgent notice', text, note, fileName: 'urgent-notice.txt' });
  };
  return (
    <span class="actions">
      {/* Earlier sealing keys open enrollments until an operator withdraws them. */}
      {purpose === 'capture-sealing' && status === 'retiring' && (
        <ConfirmButton
          label="Withdraw …"
          fullLabel={`Withdraw ${key_id}`}
          isDanger
          title="Withdraw this key?"
          action="keys withdraw"
          params={{ key_id }}
          says={`Key ${key_id} is withdrawn.`}
        >
          {key_id} was last used <When at={last_used_at} />. {WHAT_STOPS[purpose]} This cannot be undone.
        </ConfirmButton>
      )}
      <ConfirmButton
        label="Remove …"
        fullLabel={`Remove ${key_id}`}
        isDanger
        title="Remove this key now?"
        action="keys emergency"
        params={{ purpose, key_id }}
        onDone={removed}
      >
        {key_id} is removed now. {WHAT_STOPS[purpose]} <Succession chosen={chosen} keys={keys} /> This cannot be undone.
      </ConfirmButton>
    </span>
  );
}

/** A new key is active at once, even if the removed one is not; an announced rotation still follows. */
function Succession({ chosen, keys }: KeyActionsProps): VNode {
  const other = (status: string): KeyView | undefined =>
    keys.find((key) => key.purpose === chosen.purpose && key.status === status && key !== chosen);
  const [active, announced] = [other('active'), other('announced')];
  return (
    <>
      A new key takes over at once{active && ` in place of ${active.key_id}`}.
      {announced && (
        <>
          {' '}
          The announced key {announced.key_id} follows at <When at={announced.switch_at} />.
        </>
      )}
    </>
  );
}
