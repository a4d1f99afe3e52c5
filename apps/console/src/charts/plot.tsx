import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { Table } from '../parts/elements.tsx';
import { plotOptions, type PlotProps } from './plot-options.ts';

const HEIGHT = 190;

/** A chart with axes. The pointer and the arrow keys read a step; a table has all of them. */
export function Plot(props: PlotProps): VNode {
  const { label, times, series, timeText, unit } = props;
  const [step, setStep] = useState<number>();
  const room = usePlot(props, setStep);
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setStep((now) => Math.min(Math.max((now ?? (by < 0 ? times.length : -1)) + by, 0), times.length - 1));
  };
  const nameOf = (i: number): string => timeText(new Date(times[i] ?? 0));
  return (
    <figure class="plot">
      <div
        ref={room}
        class="plot-room"
        role="group"
        tabIndex={0}
        aria-label={`${label} The arrow keys read its steps.`}
        onKeyDown={move}
        onBlur={() => setStep(undefined)}
        onPointerLeave={() => setStep(undefined)}
      />
      <p class="plot-step" role="status">
        {step !== undefined && <Step time={nameOf(step)} series={series} step={step} unit={unit} />}
      </p>
      <details>
        <summary>Show as a table</summary>
        <Table
          label={label}
          columns={['Time', ...series.map(({ name }) => name)]}
          rows={times.map((time, i) => ({
            key: time,
            cells: [nameOf(i), ...series.map(({ values }) => values[i] ?? '–')],
          }))}
        />
      </details>
    </figure>
  );
}

interface StepProps extends Pick<PlotProps, 'series' | 'unit'> {
  readonly time: string;
  readonly step: number;
}

/** Only what is there: most outcomes of most steps are none. */
function Step({ time, series, step, unit }: StepProps): VNode {
  const seen = series.filter(({ values }) => values[step]);
  return (
    <>
      <b>{time}</b>{' '}
      {seen.length === 0
        ? 'nothing'
        : seen.map(({ name, values }) => `${name} ${values[step]}${unit === '' ? '' : ` ${unit}`}`).join(' · ')}
    </>
  );
}

/** Drawn anew when the data, the width or the colour scheme changes. */
function usePlot(props: PlotProps, onStep: (step: number) => void) {
  const room = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    const again = (): void => setDrawn((count) => count + 1);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const resized = new ResizeObserver(again);
    scheme.addEventListener('change', again);
    resized.observe(room.current!);
    return () => {
      scheme.removeEventListener('change', again);
      resized.disconnect();
    };
  }, []);
  useEffect(() => {
    const { options, data } = plotOptions(props, room.current!, HEIGHT);
    // A new drawing has no cursor: what the keys read stays.
    const onCursor = ({ cursor: { idx } }: uPlot): void => void (idx != null && onStep(idx));
    const plot = new uPlot({ ...options, hooks: { setCursor: [onCursor] } }, data, room.current!);
    return () => plot.destroy();
  }, [drawn, JSON.stringify([props.times, props.series])]);
  return room;
}
