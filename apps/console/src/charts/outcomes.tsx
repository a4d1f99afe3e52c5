import type { VNode } from 'preact';
import { ENDS, type End, type OverviewMetrics } from '@authly/service/console/wire.ts';

const nameOf = (end: End): string => end.replace('_', ' ');

const WIDTH = 600;
const HEIGHT = 140;

/** Stacked bars over time. The totals stand below, for those who cannot see the chart. */
export function Outcomes({ steps }: Pick<OverviewMetrics, 'steps'>): VNode {
  const totals = ENDS.map((end) => ({ end, count: steps.reduce((all, { ends }) => all + ends[end], 0) }));
  const highest = Math.max(1, ...steps.map(({ ends }) => ENDS.reduce((all, end) => all + ends[end], 0)));
  const width = WIDTH / steps.length;
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Sessions by outcome: ${totals.map(({ end, count }) => `${count} ${nameOf(end)}`).join(', ')}.`}
        preserveAspectRatio="none"
      >
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {steps.map(({ at, ends }, i) => (
          <Bar key={at} ends={ends} x={i * width} width={width} highest={highest} />
        ))}
      </svg>
      <p class="scale">
        <span>max {highest}</span>
        <span>now</span>
      </p>
      <ul class="legend">
        {totals.map(({ end, count }) => (
          <li key={end} class={`end ${end}`}>
            <b>{count}</b> {nameOf(end)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface BarProps {
  readonly ends: Readonly<Record<End, number>>;
  readonly x: number;
  readonly width: number;
  readonly highest: number;
}

function Bar({ ends, x, width, highest }: BarProps): VNode {
  let top = HEIGHT;
  return (
    <g>
      {ENDS.filter((end) => ends[end] > 0).map((end) => {
        const height = (ends[end] / highest) * (HEIGHT - 4);
        top -= height;
        return <rect key={end} class={`end ${end}`} x={x + 1} y={top} width={Math.max(width - 2, 1)} height={height} />;
      })}
    </g>
  );
}
