import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { useData } from '../hooks.ts';
import { routeTo } from '../route.ts';
import { Status, Table, When } from './elements.tsx';
import { Choice, type ChoiceProps } from './forms.tsx';

const COLUMNS = ['Status', 'Session', 'Merchant', 'Mode', 'Failure', 'Created'];

interface SessionsTableProps {
  readonly sessions: CallResult<'sessions export'>;
  readonly caption: string;
}

export function SessionsTable({ sessions, caption }: SessionsTableProps): VNode {
  const nameOf = useMerchantNames();
  const rows = sessions.map((session) => ({
    key: session.session_id,
    cells: [
      <Status status={session.status} />,
      <a class="id" href={routeTo(['sessions', session.session_id])}>
        <span class="long">{session.session_id}</span>
        <span class="short">…{session.session_id.slice(-6)}</span>
      </a>,
      <MerchantLink id={session.merchant_id} name={nameOf(session.merchant_id)} />,
      session.mode,
      session.failure_code,
      <When at={session.created_at} />,
    ],
  }));
  return <Table label={caption} columns={COLUMNS} rows={rows} none="No sessions." />;
}

/** Returns the id for an unknown merchant. */
export function useMerchantNames(): (id: string) => string {
  const { value = [] } = useData('merchant list', {});
  return (id) => value.find(({ merchant_id }) => merchant_id === id)?.name ?? id;
}

export function MerchantChoice(props: Omit<ChoiceProps, 'choices'>): VNode {
  const merchants = useData('merchant list', {}).value ?? [];
  return <Choice {...props} choices={merchants.map((each) => [each.merchant_id, each.name])} />;
}

export const MerchantLink = ({ id, name }: { id: string; name: string }): VNode => (
  <a href={routeTo(['merchants', id])} title={id}>
    <bdi>{name}</bdi>
  </a>
);
