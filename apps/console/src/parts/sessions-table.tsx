import type { VNode } from 'preact';
import type { SessionRow } from '@authly/service/actions/views.ts';
import { routeTo } from '../route.ts';
import { Status, Table, When } from './elements.tsx';

export function SessionsTable({ sessions, caption }: { sessions: readonly SessionRow[]; caption: string }): VNode {
  if (sessions.length === 0) return <p class="soft">No sessions.</p>;
  return (
    <Table label={caption} columns={['Session', 'Merchant', 'Mode', 'Status', 'Failure', 'Created']}>
      {sessions.map((session) => (
        <tr key={session.session_id}>
          <td>
            <a class="id" href={routeTo(['sessions', session.session_id])}>
              {session.session_id}
            </a>
          </td>
          <td>
            <a href={routeTo(['merchants', session.merchant_id])}>{session.merchant_id}</a>
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
