import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Card, Problem, Table, Title, When } from '../parts/elements.tsx';
import { MerchantLink } from '../parts/sessions-table.tsx';
import { KeyNotice } from './key-notice.tsx';
import { EmergencyForm, ScheduleForm } from './key-rotation.tsx';
import { KeyTable } from './key-table.tsx';
import { KeyTimelines } from './key-timeline.tsx';

export function KeysPage(): VNode {
  const { value, problem, reload } = useData('keys details', {}, PAGE_EVERY_MS);
  return (
    <>
      <Title text="Keys" />
      <Problem text={problem} />
      {value && (
        <div class="cards">
          {value.notice && (
            <Card title="Announced rotation of the signing key" isBroad>
              <KeyNotice notice={value.notice} onChanged={() => reload()} />
            </Card>
          )}
          <Card title="Timeline" isBroad>
            <KeyTimelines keys={value.keys} />
          </Card>
          {may('keys schedule') && (
            <>
              <Card title="Announce a rotation">
                <ScheduleForm keys={value} onChanged={() => reload()} />
              </Card>
              <Card title="Emergency rotation">
                <p>For a key that may be compromised. It is removed at once and a new key takes over.</p>
                <EmergencyForm keys={value.keys} onChanged={() => reload()} />
              </Card>
            </>
          )}
          <Card title="Merchants that accept the active key" isBroad>
            {value.readiness === null ? <p class="soft">No active key yet.</p> : <Acceptance {...value.readiness} />}
          </Card>
          <Card title="All keys" isBroad>
            <KeyTable keys={value.keys} onChanged={() => reload()} />
          </Card>
        </div>
      )}
    </>
  );
}

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
        columns={['Merchant', 'Last accepted', 'Last accepted another key']}
        rows={merchants.map(({ merchant_id, name, last_accepted_at, last_accepted_another_at }) => ({
          key: merchant_id,
          cells: [
            <MerchantLink id={merchant_id} name={name} />,
            last_accepted_at === null ? <span class="bad">Not yet</span> : <When at={last_accepted_at} />,
            <When at={last_accepted_another_at} />,
          ],
        }))}
      />
    </>
  );
}
