import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { BioHealth, Figures, Range, SessionPage } from '@authly/service/console/wire.ts';
import { Counts } from '../charts/counts.tsx';
import { Latency } from '../charts/latency.tsx';
import { Outcomes } from '../charts/outcomes.tsx';
import { useNews } from '../news.ts';
import { Problem } from '../parts/problem.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { addressOf } from '../place.ts';
import { useAnswer, useRepeat } from '../use-answer.ts';
import { Table } from '../parts/table.tsx';

const EVERY_MS = 5000;
const LATEST = 8;
const WORDS: Readonly<Record<Range, string>> = { hour: 'the last hour', day: 'the last day' };

export function Overview(): VNode {
  const [range, setRange] = useState<Range>('hour');
  const figures = useAnswer<Figures>(`/api/figures?range=${range}`);
  const latest = useAnswer<SessionPage>('/api/sessions');
  useRepeat(EVERY_MS, () => figures.again(true));
  useNews(() => latest.again(true));
  const { value } = figures;
  return (
    <>
      <div class="title">
        <Heading text="Overview" owner="Authly console" />
        <div class="choice" role="group" aria-label="Range">
          {(Object.keys(WORDS) as Range[]).map((each) => (
            <button key={each} type="button" aria-pressed={each === range} onClick={() => setRange(each)}>
              {each === 'hour' ? 'Hour' : 'Day'}
            </button>
          ))}
        </div>
      </div>
      <Problem text={figures.problem ?? latest.problem} />
      {value && (
        <div class="cards">
          <section class="card broad">
            <h2>Sessions by how they ended, {WORDS[range]}</h2>
            <Outcomes steps={value.steps} />
          </section>
          <section class="card">
            <h2>Failures by code</h2>
            <Counts rows={value.failures} none="None." />
          </section>
          <section class="card">
            <h2>Time of an answer</h2>
            <Latency steps={value.steps} />
          </section>
          <section class="card broad">
            <h2>Merchants’ Bio APIs</h2>
            <Bio bio={value.bio} />
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

function Bio({ bio }: { bio: readonly BioHealth[] }): VNode {
  if (bio.length === 0) return <p class="soft">None was called.</p>;
  return (
    <Table label="Bio APIs by merchant" columns={['Merchant', 'Attempts', 'Good', '95 % within', 'What failed']}>
      {bio.map(({ merchant_id, attempts, good, p95, failures }) => (
        <tr key={merchant_id}>
          <td>
            <a href={addressOf(['merchants', merchant_id])}>{merchant_id}</a>
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
