import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { ownMerchantId } from '../api.ts';
import { Id, SessionId } from './copy.tsx';
import { Code, Status, Table, When } from './elements.tsx';
import { MerchantLink } from './merchants.tsx';
import { durationOf } from './time.ts';

type Row = CallResult<'sessions search'>['sessions'][number];

interface SessionsTableProps<Shown> {
  readonly sessions: readonly Shown[];
  readonly caption: string;
  /** Only for those who asked for it: the text that the user approved. */
  readonly textOf?: (session: Shown) => string | null;
}

export const SessionsTable = <Shown extends Row>({ sessions, caption, textOf }: SessionsTableProps<Shown>): VNode => (
  <Table
    label={caption}
    none="No sessions."
    rows={sessions}
    keyOf={({ session_id }) => session_id}
    columns={[
      ['Status', ({ status }) => <Status status={status} />],
      ['Session', ({ session_id }) => <SessionId id={session_id} />],
      textOf !== undefined && ['Text', textOf],
      ownMerchantId() === undefined && ['Merchant', ({ merchant_id }) => <MerchantLink id={merchant_id} />],
      ['Mode', ({ mode, finger }) => `${mode}\u00a0${finger ?? ''}`],
      ['Failure', ({ failure_code }) => failure_code && <Code text={failure_code} />],
      ['Duration', durationOf],
      ['Client', ({ client_id: id }) => id && <Id id={id} what={`client id …${id.slice(-6)}`} />],
      ['Created', ({ created_at }) => <When at={created_at} />],
    ]}
  />
);
