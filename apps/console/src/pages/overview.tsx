import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { BioHealth, OverviewMetrics, Range, SessionPage } from '@authly/service/console/wire.ts';
import { Latency } from '../charts/latency.tsx';
import { Outcomes } from '../charts/outcomes.tsx';
import { useData, useRepeat } from '../hooks.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { Problem, Table, Title } from '../parts/elements.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { routeTo } from '../route.ts';

const EVERY_MS = 5000;
const LATEST = 8;
const RANGES: Readonly<Record<Range, string>> = { hour: 'Hour', day: 'Day' };

export function OverviewPage(): VNode {
  const [range, setRange] = useState<Range>('hour');
  const metrics = useData<OverviewMetrics>(`/api/metrics?range=${range}`);
  const latest = useData<SessionPage>('/api/sessions');
  useRepeat(EVERY_MS, () => metrics.reload(true));
  useLiveUpdates(() => latest.reload(true));
  const { value } = metrics;
  return (
    <>
      <div class="title">
        <Title text="Overview" />
        <div class="choice" role="group" aria-label="Time range">
          {(Object.keys(RANGES) as Range[]).map((each) => (
            <button key={each} type="button" aria-pressed={each === range} onClick={() => setRange(each)}>
              {RANGES[each]}
            </button>
          ))}
        </div>
      </div>
      <Problem text={metrics.problem ?? latest.problem} />
      {value && (
        <div class="cards">
          <section class="card broad">
            <h2>Sessions by outcome, last {range}</h2>
            <Outcomes steps={value.steps} />
          </section>
          <section class="card">
            <h2>Failures by code</h2>
            <Counts rows={value.failures} />
          </section>
          <section class="card">
            <h2>Response time</h2>
            <Latency steps={value.steps} />
          </section>
          <section class="card broad">
            <h2>Merchant Bio APIs</h2>
            <BioApis bio={value.bio} />
          </section>
        </div>
      )}
      <section>
        <h2>Latest sessions</h2>
        {latest.value && <SessionsTable sessions={latest.value.sessions.slice(0, LATEST)} caption="Latest sessions" />}
      </section>
    </>
  );
}

/** One bar for each code, the most frequent first. */
function Counts({ rows }: { rows: OverviewMetrics['failures'] }): VNode {
  if (rows.length === 0) return <p class="soft">No failures.</p>;
  const highest = Math.max(...rows.map(({ count }) => count));
  return (
    <ul class="counts">
      {rows.map(({ code, count }) => (
        <li key={code}>
          <span>{code}</span>
          <b>{count}</b>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / highest) * 100} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

function BioApis({ bio }: { bio: readonly BioHealth[] }): VNode {
  if (bio.length === 0) return <p class="soft">No calls.</p>;
  return (
    <Table label="Bio APIs by merchant" columns={['Merchant', 'Call attempts', 'Success rate', 'p95', 'Failures']}>
      {bio.map(({ merchant_id, attempts, good, p95, failures }) => (
        <tr key={merchant_id}>
          <td>
            <a href={routeTo(['merchants', merchant_id])}>{merchant_id}</a>
          </td>
          <td>{attempts}</td>
          <td class={good === attempts ? 'good' : 'bad'}>{Math.floor((good / attempts) * 100)} %</td>
          <td>{p95 === null ? '–' : `${p95} ms`}</td>
          <td>{failures.map(({ code, count }) => `${count} × ${code}`).join(', ')}</td>
        </tr>
      ))}
    </Table>
  );
}
