import type { VNode } from 'preact';
import type { Figures } from '@authly/service/console/wire.ts';

const WIDTH = 600;
const HEIGHT = 100;

/** Half of the answers, and all but one in twenty, took at most so long. */
export function Latency({ steps }: Pick<Figures, 'steps'>): VNode {
  const last = steps.findLast(({ p95 }) => p95 !== null);
  if (last === undefined) return <p class="soft">Nothing was asked.</p>;
  const highest = Math.max(1, ...steps.map(({ p95 }) => p95 ?? 0));
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Time of an answer, last: half within ${last.p50} ms, 95 % within ${last.p95} ms. At most ${highest} ms.`}
        preserveAspectRatio="none"
      >
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        <Line values={steps.map(({ p95 }) => p95)} highest={highest} name="p95" />
        <Line values={steps.map(({ p50 }) => p50)} highest={highest} name="p50" />
      </svg>
      <p class="scale">
        <span>{highest} ms at most</span>
        <span>now</span>
      </p>
      <ul class="legend">
        <li class="line p50">
          <b>{last.p50} ms</b> half
        </li>
        <li class="line p95">
          <b>{last.p95} ms</b> 95 %
        </li>
      </ul>
    </>
  );
}

/** A step without an answer is a gap; one that stands alone is a dash. */
function Line({ values, highest, name }: { values: readonly (number | null)[]; highest: number; name: string }): VNode {
  const width = WIDTH / values.length;
  let path = '';
  values.forEach((value, i) => {
    if (value === null) return;
    const y = (HEIGHT - 2 - (value / highest) * (HEIGHT - 6)).toFixed(1);
    path += `${i > 0 && values[i - 1] !== null ? 'L' : 'M'}${(i * width).toFixed(1)} ${y}H${((i + 1) * width).toFixed(1)}`;
  });
  return <path class={`line ${name}`} d={path} vector-effect="non-scaling-stroke" />;
}
