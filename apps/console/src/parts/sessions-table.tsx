import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { routeTo } from '../route.ts';
import { Status, Table, When } from './elements.tsx';
import { MerchantLink } from './merchants.tsx';

interface SessionsTableProps {
  readonly sessions: CallResult<'sessions export'>;
  readonly caption: string;
}

export const SessionsTable = ({ sessions, caption }: SessionsTableProps): VNode => (
  <Table
    label={caption}
    none="No sessions."
    rows={sessions}
    keyOf={({ session_id }) => session_id}
    columns={[
      ['Status', ({ status }) => <Status status={status} />],
      ['Session', ({ session_id }) => <SessionLink id={session_id} />],
      ['Merchant', ({ merchant_id }) => <MerchantLink id={merchant_id} />],
      ['Mode', ({ mode }) => mode],
      ['Failure', ({ failure_code }) => failure_code],
      ['Created', ({ created_at }) => <When at={created_at} />],
    ]}
  />
);

const SessionLink = ({ id }: { id: string }): VNode => (
  <a class="id" href={routeTo(['sessions', id])}>
    <span class="long">{id}</span>
    <span class="short">…{id.slice(-6)}</span>
  </a>
);
