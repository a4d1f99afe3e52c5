import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { STAGES, type Range } from '@authly/service/operator/wire/wire.ts';
import { Bars } from '../charts/bars.tsx';
import { SESSIONS_EVERY_MS, useData } from '../hooks.ts';
import { Card, Problem, Table, Title } from '../parts/elements.tsx';
import { MerchantChoice, MerchantLink } from '../parts/merchants.tsx';
import { SessionsTable } from '../parts/sessions-table.tsx';
import { routeTo } from '../route.ts';
import { Outcomes, ResponseTimes } from './overview-charts.tsx';
import { SinceYesterday, Tiles } from './overview-tiles.tsx';

const EVERY_MS = 5000;
const LATEST = 8;
const RANGES: Readonly<Record<Range, string>> = { hour: 'Hour', day: 'Day', week: '7 days', month: '30 days' };

export function OverviewPage({ query }: { query: URLSearchParams }): VNode {
  const range = (query.get('range') ?? 'hour') as Range;
  const merchant = query.get('merchant') ?? '';
  const ofMerchant = merchant === '' ? {} : { merchant };
  const metrics = useData('overview', { range, ...ofMerchant }, EVERY_MS);
  const latest = useData('sessions search', ofMerchant, SESSIONS_EVERY_MS);
  const { value } = metrics;
  return (
    <>
      <div class="title">
        <Title text="Overview" />
        <div class="choices-above">
          <MerchantChoice
            name="merchant"
            label="Merchant"
            value={merchant}
            any="All merchants"
            onChange={(id) => (location.hash = routeTo([], { range, merchant: id }))}
          />
          <div class="choice" role="group" aria-label="Time range">
            {(Object.keys(RANGES) as Range[]).map((each) => (
              <a key={each} href={routeTo([], { range: each, merchant })} aria-current={each === range || undefined}>
                {RANGES[each]}
              </a>
            ))}
          </div>
        </div>
      </div>
      <Problem text={metrics.problem ?? latest.problem} />
      {value?.hasOthers && merchant !== '' && (
        <p class="soft">Some merchants are counted together, so the charts of this one may lack sessions.</p>
      )}
      {value && <Metrics metrics={value} merchant={merchant} />}
      <section>
        <h2>Latest sessions</h2>
        {latest.value && <SessionsTable sessions={latest.value.sessions.slice(0, LATEST)} caption="Latest sessions" />}
      </section>
    </>
  );
}

function Metrics({ metrics, merchant }: { metrics: CallResult<'overview'>; merchant: string }): VNode {
  const { range, from, failures, devices, bio } = metrics;
  const charted = { ...metrics, steps: sinceFirst(metrics.steps) };
  return (
    <>
      <SinceYesterday {...metrics} />
      <Tiles {...metrics} merchant={merchant} />
      <div class="cards">
        <Card title="Sessions by outcome" isBroad>
          <Outcomes {...charted} />
        </Card>
        <Card title="From opened to ended">
          <Funnel {...metrics} />
        </Card>
        <Card title="Failures by code">
          {failures.length === 0 && <p class="soft">No failures.</p>}
          <Bars
            color="failed"
            bars={failures.map(({ code, count }) => ({
              name: code,
              count,
              href: routeTo(['sessions'], { failure_code: code, merchant, from }),
            }))}
          />
        </Card>
        {devices.length > 0 && (
          <Card title="Bound devices">
            <Bars color="matched" bars={devices.map(({ code, count }) => ({ name: code, count }))} />
          </Card>
        )}
        <Card title={merchant === '' ? 'Response time' : 'Response time, all merchants'} isBroad>
          <ResponseTimes {...charted} />
        </Card>
        <Card title="Merchant Bio APIs" isBroad>
          <BioApis bio={bio} key={range} />
        </Card>
      </div>
    </>
  );
}

const FEWEST_STEPS = 2;

/** The charts begin with the first step that has something, so that they are not mostly empty at first. */
function sinceFirst(steps: CallResult<'overview'>['steps']): CallResult<'overview'>['steps'] {
  const first = steps.findIndex(({ p95, ends }) => p95 !== null || Object.values(ends).some((count) => count > 0));
  return first === -1 ? steps : steps.slice(Math.min(first, steps.length - FEWEST_STEPS));
}

const STAGE_NAMES = {
  opened: 'Opened',
  joined: 'App joined',
  captured: 'Captured',
  ended: 'Ended with a result',
} as const;

function Funnel({ funnel }: CallResult<'overview'>): VNode {
  if (funnel.opened === 0) return <p class="soft">No session was opened.</p>;
  const stages = STAGES.filter((stage) => stage !== 'created');
  return <Bars color="matched" bars={stages.map((stage) => ({ name: STAGE_NAMES[stage], count: funnel[stage] }))} />;
}

const BioApis = ({ bio }: Pick<CallResult<'overview'>, 'bio'>): VNode => (
  <>
    <Table
      label="Bio APIs by merchant"
      none="No calls."
      rows={bio}
      keyOf={({ merchant_id }) => merchant_id}
      columns={[
        ['Merchant', ({ merchant_id }) => <MerchantLink id={merchant_id} />],
        ['Call attempts', ({ attempts }) => attempts, true],
        [
          'Worked',
          ({ good, attempts }) => (
            <span class={good === attempts ? 'good' : 'bad'}>{Math.floor((good / attempts) * 100)} %</span>
          ),
          true,
        ],
        ['p95', ({ p95 }) => (p95 === null ? '–' : `${p95} ms`), true],
        ['Failures', ({ failures }) => failures.map(({ code, count }) => `${count} × ${code}`).join(', ')],
      ]}
    />
    <p class="soft">A repeated call counts twice, and a simulated failure makes no call.</p>
  </>
);
