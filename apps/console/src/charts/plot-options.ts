import uPlot from 'uplot';

interface Series {
  readonly name: string;
  /** A color name of the style sheet. */
  readonly color: string;
  /** Null: a gap. */
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  /** Screen readers read it. */
  readonly label: string;
  readonly times: readonly string[];
  readonly series: readonly Series[];
  readonly unit: string;
  readonly kind: 'bars' | 'lines';
  readonly timeText: (time: Date) => string;
  readonly tickText: (time: Date) => string;
  /** The minimum between two ticks of the time axis. */
  readonly tickSeconds: number;
}

/** Distances of the ticks of the time axis, in seconds. */
const TICKS = [60, 300, 600, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 345_600, 604_800, 1_209_600];

export function plotOptions(
  { times, series, kind, tickText, tickSeconds, unit }: PlotProps,
  canvas: HTMLElement,
  height: number,
): { options: uPlot.Options; data: uPlot.AlignedData } {
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const at = times.map((time) => Date.parse(time) / 1000);
  const half = ((at[1] ?? 60) - (at[0] ?? 0)) / 2;
  const axis = { stroke: color('soft'), font: `12px ${style.fontFamily}`, ticks: { show: false } };
  const options: uPlot.Options = {
    width: canvas.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: { x: { range: (_plot, min, max) => [min - half, max + half] }, y: { range: fromZero } },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        space: 76,
        incrs: TICKS.filter((seconds) => seconds >= tickSeconds),
        values: (_plot, all) => all.map((s) => tickText(new Date(s * 1000))),
      },
      {
        ...axis,
        size: 56,
        grid: { stroke: color('line'), width: 1 },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000],
        values: (_plot, all) => all.map((value) => `${value.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`),
      },
    ],
    series: [{}, ...series.map(({ color: name }) => drawnAs(kind, color(name)))],
  };
  const values = series.map((each) => [...each.values]);
  return { options, data: [at, ...(kind === 'bars' ? stacked(values) : values)] };
}

const fromZero: uPlot.Scale.Range = (_plot, _min, max) => [0, Math.max(1, max) * 1.05];

const drawnAs = (kind: PlotProps['kind'], color: string): uPlot.Series =>
  kind === 'lines'
    ? { stroke: color, width: 2, spanGaps: false, points: { size: 5, fill: color } }
    : {
        fill: color,
        stroke: color,
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars!({ size: [0.8, 40] }),
      };

/** Each series contains those after it, which are drawn over it. */
function stacked(values: readonly (number | null)[][]): number[][] {
  return values.map((own, i) =>
    own.map((_, step) => values.slice(i).reduce((all, each) => all + (each[step] ?? 0), 0)),
  );
}
