import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Card, Problem, Table, Title, When } from '../parts/elements.tsx';
import { MerchantLink } from '../parts/merchants.tsx';
import { KeyNotice } from './key-notice.tsx';
import { EmergencyForm, ScheduleForm } from './key-rotation.tsx';
import { KeyTable } from './key-table.tsx';
import { KeyTimelines } from './key-timeline.tsx';

export function KeysPage(): VNode {
  const { value, problem } = useData('keys details', {}, PAGE_EVERY_MS);
  return (
    <>
      <Title text="Keys" />
      <Problem text={problem} />
      {value && (
        <div class="cards">
          {value.notice && (
            <Card title="Announced rotation of the signing key" isBroad>
              <KeyNotice notice={value.notice} />
            </Card>
          )}
          <Card title="Timeline" isBroad>
            <KeyTimelines keys={value.keys} />
          </Card>
          {may('keys schedule') && (
            <>
              <Card title="Announce a rotation">
                <ScheduleForm {...value} />
              </Card>
              <Card title="Emergency rotation">
                <p>For a key that may be compromised. It is removed at once and a new key takes over.</p>
                <EmergencyForm keys={value.keys} />
              </Card>
            </>
          )}
          <Card title="Merchants that accept the active key" isBroad>
            {value.readiness === null ? <p class="soft">No active key yet.</p> : <Acceptance {...value.readiness} />}
          </Card>
          <Card title="All keys" isBroad>
            <KeyTable keys={value.keys} />
          </Card>
        </div>
      )}
    </>
  );
}

const NOT_YET = <span class="bad">Not yet</span>;

function Acceptance({ key_id, merchants, not_yet }: CallResult<'keys readiness'>): VNode {
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
        none="No merchants yet."
        rows={merchants}
        keyOf={({ merchant_id }) => merchant_id}
        columns={[
          ['Merchant', ({ merchant_id }) => <MerchantLink id={merchant_id} />],
          ['Last accepted', ({ last_accepted_at: at }) => (at === null ? NOT_YET : <When at={at} />)],
          ['Last accepted another key', ({ last_accepted_another_at: at }) => <When at={at} />],
        ]}
      />
    </>
  );
}
