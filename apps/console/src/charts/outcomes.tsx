import type { VNode } from 'preact';
import { ENDS, type End, type Figures } from '@authly/service/console/wire.ts';

export const END_WORDS: Readonly<Record<End, string>> = {
  enrolled: 'enrolled',
  matched: 'matched',
  not_matched: 'not matched',
  failed: 'failed',
  expired: 'expired',
  canceled: 'canceled',
};

const WIDTH = 600;
const HEIGHT = 140;

/** How sessions ended, step by step, one upon the other. The numbers stand below it, for whoever does not see it. */
export function Outcomes({ steps }: Pick<Figures, 'steps'>): VNode {
  const totals = ENDS.map((end) => ({ end, count: steps.reduce((all, { ends }) => all + ends[end], 0) }));
  const highest = Math.max(1, ...steps.map(({ ends }) => ENDS.reduce((all, end) => all + ends[end], 0)));
  const width = WIDTH / steps.length;
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Sessions that ended: ${totals.map(({ end, count }) => `${count} ${END_WORDS[end]}`).join(', ')}.`}
        preserveAspectRatio="none"
      >
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {steps.map(({ at, ends }, i) => (
          <Bar key={at} ends={ends} x={i * width} width={width} highest={highest} />
        ))}
      </svg>
      <p class="scale">
        <span>{highest} at most</span>
        <span>now</span>
      </p>
      <ul class="legend">
        {totals.map(({ end, count }) => (
          <li key={end} class={`end ${end}`}>
            <b>{count}</b> {END_WORDS[end]}
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
