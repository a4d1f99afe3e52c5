import type { VNode } from 'preact';
import { may } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { Card, Problem, Title } from '../parts/elements.tsx';
import { KeyMerchants, KeyNotice } from './key-notice.tsx';
import { ScheduleForm } from './key-rotation.tsx';
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
              <KeyNotice {...value.notice} />
            </Card>
          )}
          <Card title="Timeline" isBroad>
            <KeyTimelines keys={value.keys} />
          </Card>
          <Card title="All keys" isBroad>
            {may('keys emergency') && (
              <p class="soft">Remove a key that may be compromised: a new key takes over at once.</p>
            )}
            <KeyTable keys={value.keys} />
          </Card>
          {may('keys schedule') && (
            <Card title="Announce a rotation" isBroad>
              <ScheduleForm {...value} />
            </Card>
          )}
          <Card title="Merchants that accept the active key" isBroad>
            <KeyMerchants {...value} />
          </Card>
        </div>
      )}
    </>
  );
}
