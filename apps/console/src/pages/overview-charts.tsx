import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { ENDS, type End, type Range } from '@authly/service/operator/wire/wire.ts';
import { Plot } from '../charts/plot.tsx';
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

const nameOf = (end: End): string => end.replace('_', ' ');

export function Outcomes({ range, steps }: CallResult<'overview'>): VNode {
  const series = ENDS.map((end) => ({
    name: nameOf(end),
    color: end.replace('_', '-'),
    values: steps.map(({ ends }) => ends[end]),
  }));
  const totals = series.map(({ name, color, values }) => ({ name, color, count: values.reduce((a, b) => a + b, 0) }));
  const label = `Sessions by outcome: ${totals.map(({ name, count }) => `${count} ${name}`).join(', ')}.`;
  return (
    <>
      <Plot label={label} times={steps.map(({ at }) => at)} series={series} kind="bars" unit="" {...TIMES[range]} />
      <ul class="legend">
        {totals.map(({ name, color, count }) => (
          <li key={name} class={color}>
            <b>{count.toLocaleString('en')}</b> {name}
          </li>
        ))}
      </ul>
    </>
  );
}

export function ResponseTimes({ range, steps }: CallResult<'overview'>): VNode {
  const last = steps.findLast(({ p95 }) => p95 !== null);
  if (last === undefined) return <p class="soft">No requests.</p>;
  const latest = { p50: durationInWords(last.p50 ?? 0), p95: durationInWords(last.p95 ?? 0) };
  const series = [
    { name: 'p50', color: 'matched', values: steps.map(({ p50 }) => p50) },
    { name: 'p95', color: 'expired', values: steps.map(({ p95 }) => p95) },
  ];
  return (
    <>
      <Plot
        label={`Response time. Latest: p50 ${latest.p50}, p95 ${latest.p95}.`}
        times={steps.map(({ at }) => at)}
        series={series}
        kind="lines"
        unit="ms"
        {...TIMES[range]}
      />
      <ul class="legend">
        <li class="matched">
          Latest p50 <b>{latest.p50}</b>
        </li>
        <li class="expired">
          Latest p95 <b>{latest.p95}</b>
        </li>
      </ul>
    </>
  );
}
