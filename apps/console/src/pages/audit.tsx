import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AuditPage as Entries } from '@authly/service/console/wire.ts';
import { useAction, useData } from '../hooks.ts';
import { Problem, Table, Title, When } from '../parts/elements.tsx';
import { routeTo } from '../route.ts';

export function AuditPage({ query, isAdmin }: { query: URLSearchParams; isAdmin: boolean }): VNode {
  const before = query.get('before') ?? '';
  const { value, problem } = useData<Entries>(`/api/audit?before=${encodeURIComponent(before)}`);
  return (
    <>
      <Title text="Audit log" />
      {isAdmin && <Verify />}
      <Problem text={problem} />
      {value && (
        <Table label="Audit log, newest first" columns={['Entry', 'Time', 'Actor', 'Action', 'Subject', 'Details']}>
          {value.rows.map(({ seq, at, actor, action, subject, detail, hash }) => (
            <tr key={seq}>
              <td title={hash}>{seq}</td>
              <td>
                <When at={at} />
              </td>
              <td>{actor}</td>
              <td>{action}</td>
              <td class="id">{subject}</td>
              <td>{inWords(detail)}</td>
            </tr>
          ))}
        </Table>
      )}
      <p class="paging">
        {before !== '' && <a href={routeTo(['audit'])}>Newest</a>}
        {value?.before != null && <a href={routeTo(['audit'], { before: String(value.before) })}>Older</a>}
      </p>
    </>
  );
}

const inWords = (detail: unknown): string =>
  typeof detail === 'object' && detail !== null
    ? Object.entries(detail)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join(', ')
    : String(detail);

interface Verification {
  readonly ok: boolean;
  readonly rows: number;
  readonly findings: readonly string[];
}

function Verify(): VNode {
  const [verification, setVerification] = useState<Verification>();
  const { isBusy, problem, run } = useAction<Verification>(setVerification);
  return (
    <div aria-live="polite" class="verify">
      <button type="button" class="small" disabled={isBusy} onClick={() => run('/api/audit/verify')}>
        {isBusy ? 'Verifying …' : 'Verify all entries'}
      </button>
      <Problem text={problem} />
      {verification?.ok && <p class="good">{verification.rows} entries, none changed.</p>}
      {verification && !verification.ok && (
        <ul class="findings">
          {verification.findings.map((text) => (
            <li key={text} class="bad">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
