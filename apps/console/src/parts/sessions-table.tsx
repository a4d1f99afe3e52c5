import type { VNode } from 'preact';
import type { SessionRow } from '@authly/service/actions/views.ts';
import { addressOf } from '../place.ts';
import { Status } from './status.tsx';
import { When } from './when.tsx';
import { Table } from './table.tsx';

/** Rows without a user ref: a list never has one. */
export function SessionsTable({ sessions, caption }: { sessions: readonly SessionRow[]; caption: string }): VNode {
  if (sessions.length === 0) return <p class="soft">No sessions.</p>;
  return (
    <Table label={caption} columns={['Session', 'Merchant', 'Mode', 'State', 'Failure', 'Created']}>
      {sessions.map((session) => (
        <tr key={session.session_id}>
          <td>
            <a class="id" href={addressOf(['sessions', session.session_id])}>
              {session.session_id}
            </a>
          </td>
          <td>
            <a href={addressOf(['merchants', session.merchant_id])}>{session.merchant_id}</a>
          </td>
          <td>{session.mode}</td>
          <td>
            <Status status={session.status} />
          </td>
          <td>{session.failure_code ?? ''}</td>
          <td>
            <When at={session.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
