import type { VNode } from 'preact';
import type { OverviewMetrics } from '@authly/service/console/wire.ts';

const WIDTH = 600;
const HEIGHT = 100;

/** p50 and p95 of the response time. */
export function Latency({ steps }: Pick<OverviewMetrics, 'steps'>): VNode {
  const last = steps.findLast(({ p95 }) => p95 !== null);
  if (last === undefined) return <p class="soft">No requests.</p>;
  const highest = Math.max(1, ...steps.map(({ p95 }) => p95 ?? 0));
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Response time. Latest: p50 ${last.p50} ms, p95 ${last.p95} ms. Maximum p95: ${highest} ms.`}
        preserveAspectRatio="none"
      >
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        <Line values={steps.map(({ p95 }) => p95)} highest={highest} name="p95" />
        <Line values={steps.map(({ p50 }) => p50)} highest={highest} name="p50" />
      </svg>
      <p class="scale">
        <span>max {highest} ms</span>
        <span>now</span>
      </p>
      <ul class="legend">
        <li class="line p50">
          p50 <b>{last.p50} ms</b>
        </li>
        <li class="line p95">
          p95 <b>{last.p95} ms</b>
        </li>
      </ul>
    </>
  );
}

/** A step without requests is a gap. A single step is a dash. */
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
