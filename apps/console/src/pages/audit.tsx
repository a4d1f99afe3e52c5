import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { TrailPage } from '@authly/service/console/wire.ts';
import { Problem } from '../parts/problem.tsx';
import { When } from '../parts/when.tsx';
import { addressOf } from '../place.ts';
import { useAct } from '../use-act.ts';
import { useAnswer } from '../use-answer.ts';
import { Table } from '../parts/table.tsx';

export function Audit({ query, mayAct }: { query: URLSearchParams; mayAct: boolean }): VNode {
  const before = query.get('before') ?? '';
  const { value, problem } = useAnswer<TrailPage>(`/api/audit?before=${encodeURIComponent(before)}`);
  return (
    <>
      <Heading text="Audit trail" owner="Authly console" />
      {mayAct && <Verify />}
      <Problem text={problem} />
      {value && (
        <Table label="Audit trail, newest first" columns={['Row', 'When', 'Who', 'What', 'On', 'More']}>
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
        {before !== '' && <a href={addressOf(['audit'])}>Newest</a>}
        {value?.before != null && <a href={addressOf(['audit'], { before: String(value.before) })}>Older</a>}
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

interface Verified {
  readonly ok: boolean;
  readonly rows: number;
  readonly findings: readonly string[];
}

function Verify(): VNode {
  const [verified, setVerified] = useState<Verified>();
  const verifying = useAct<Verified>(setVerified);
  return (
    <div aria-live="polite" class="verify">
      <button
        type="button"
        class="small"
        disabled={verifying.isBusy}
        onClick={() => verifying.run('/api/audit/verify')}
      >
        {verifying.isBusy ? 'Checking …' : 'Check every row'}
      </button>
      <Problem text={verifying.problem} />
      {verified?.ok && <p class="good">{verified.rows} rows, each as it was written.</p>}
      {verified && !verified.ok && (
        <ul class="findings">
          {verified.findings.map((text) => (
            <li key={text} class="bad">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
