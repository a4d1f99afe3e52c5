import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { Table } from '../parts/elements.tsx';
import { plotOptions, type PlotProps } from './plot-options.ts';

const HEIGHT = 190;

/** A chart with axes. The pointer or the arrow keys select a step, and a table lists all steps. */
export function Plot(props: PlotProps): VNode {
  const { label, times, series, timeText, unit } = props;
  const [step, setStep] = useState<number>();
  const { canvas, position } = usePlot(props, step, setStep);
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
        ref={canvas}
        class="plot-room"
        role="group"
        tabIndex={0}
        aria-label={`${label} The arrow keys read its steps.`}
        onKeyDown={move}
        onBlur={() => setStep(undefined)}
        onPointerLeave={() => setStep(undefined)}
      />
      <p class="plot-step" role="status" style={position}>
        {step !== undefined && <Step time={nameOf(step)} series={series} step={step} unit={unit} />}
      </p>
      <details>
        <summary>Show as a table</summary>
        <Table
          label={label}
          none="No data."
          rows={times.map((_time, i) => i)}
          keyOf={(i) => i}
          columns={[
            ['Time', nameOf],
            ...series.map(({ name, values }) => [name, (i: number) => values[i] ?? '–'] as const),
          ]}
        />
      </details>
    </figure>
  );
}

interface StepProps extends Pick<PlotProps, 'series' | 'unit'> {
  readonly time: string;
  readonly step: number;
}

/** Omits zeros. */
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

/** Redraws when the data, the width or the color scheme changes. */
function usePlot(props: PlotProps, step: number | undefined, onStep: (step: number) => void) {
  const canvas = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [position, setPosition] = useState({});
  const [drawn, setDrawn] = useState(0);
  // The page is rendered more often than its data change, and a new chart would lose the cursor.
  const data = JSON.stringify(props);
  useEffect(() => {
    const again = (): void => setDrawn((count) => count + 1);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const resized = new ResizeObserver(again);
    scheme.addEventListener('change', again);
    resized.observe(canvas.current!);
    return () => {
      scheme.removeEventListener('change', again);
      resized.disconnect();
    };
  }, []);
  useEffect(() => {
    const { options, data: drawnData } = plotOptions(props, canvas.current!, HEIGHT);
    // A new drawing has no cursor: the selected step stays.
    const onCursor = ({ cursor: { idx } }: uPlot): void => void (idx != null && onStep(idx));
    const own = (plot.current = new uPlot(
      { ...options, hooks: { setCursor: [onCursor] } },
      drawnData,
      canvas.current!,
    ));
    return () => own.destroy();
  }, [drawn, data]);
  useEffect(() => {
    if (plot.current) setPosition(moveCursor(plot.current, step));
  }, [step, drawn, data]);
  return { canvas, position };
}

const GAP = 10;

/** Draws a line through the step and returns the position of its text, on the wider side. */
function moveCursor(plot: uPlot, step: number | undefined): { left?: string; right?: string } {
  const at = step === undefined ? undefined : plot.data[0][step];
  const x = at === undefined ? -GAP : plot.valToPos(at, 'x');
  plot.setCursor({ left: x, top: 0 }, false);
  const [begin, width] = [plot.over.offsetLeft, plot.over.offsetWidth];
  if (x < width / 2) return { left: `${begin + x + GAP}px` };
  return { right: `${plot.width - begin - x + GAP}px` };
}
