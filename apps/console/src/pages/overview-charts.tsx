import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { ENDS, type Range } from '@authly/service/operator/wire/wire.ts';
import { Plot } from '../charts/plot.tsx';
import type { PlotProps } from '../charts/plot-options.ts';
import { durationInWords } from '../parts/time.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE = { month: 'short', day: 'numeric' } as const;
const formatted = (options: Intl.DateTimeFormatOptions): ((time: Date) => string) => {
  const format = new Intl.DateTimeFormat('en', options);
  return (time) => format.format(time);
};
const CLOCK_TIMES = { timeText: formatted(CLOCK), tickText: formatted(CLOCK), tickSeconds: 60 };
const DATES = { timeText: formatted(DATE), tickText: formatted(DATE), tickSeconds: 86_400 };
const TIMES: Readonly<Record<Range, typeof DATES>> = {
  hour: CLOCK_TIMES,
  day: CLOCK_TIMES,
  week: { ...DATES, timeText: formatted({ ...DATE, ...CLOCK }) },
  month: DATES,
};

export function Outcomes(overview: CallResult<'overview'>): VNode {
  const series = ENDS.map((end) => ({
    name: end.replace('_', ' '),
    color: end.replace('_', '-'),
    values: overview.steps.map(({ ends }) => ends[end]),
  }));
  const totals = series.map(({ values }) => values.reduce((a, b) => a + b, 0).toLocaleString('en'));
  return <Chart title="Sessions by outcome" {...overview} series={series} counts={totals} kind="bars" unit="" />;
}

export function ResponseTimes(overview: CallResult<'overview'>): VNode {
  const { steps } = overview;
  const last = steps.findLast(({ p95 }) => p95 !== null);
  if (last === undefined) return <p class="soft">No requests.</p>;
  const series = [
    { name: 'p50', color: 'matched', values: steps.map(({ p50 }) => p50) },
    { name: 'p95', color: 'expired', values: steps.map(({ p95 }) => p95) },
  ];
  const latest = [last.p50, last.p95].map((ms) => durationInWords(ms ?? 0));
  return <Chart title="Latest response time" {...overview} series={series} counts={latest} kind="lines" unit="ms" />;
}

interface ChartProps extends CallResult<'overview'>, Pick<PlotProps, 'series' | 'kind' | 'unit'> {
  readonly title: string;
  /** One for each series. */
  readonly counts: readonly string[];
}

const Chart = ({ title, range, steps, series, counts, ...plot }: ChartProps): VNode => (
  <>
    <Plot
      label={`${title}: ${series.map(({ name }, i) => `${counts[i]} ${name}`).join(', ')}.`}
      times={steps.map(({ at }) => at)}
      series={series}
      {...plot}
      {...TIMES[range]}
    />
    <ul class="legend">
      {series.map(({ name, color }, i) => (
        <li key={name} class={color}>
          <b>{counts[i]}</b> {name}
        </li>
      ))}
    </ul>
  </>
);
