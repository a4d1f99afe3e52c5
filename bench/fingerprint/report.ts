import type { Distribution } from './distribution.ts';

/** What others came to on their machines, 388 × 374 pixels: no ratio to ours, which runs on yours. */
const OTHERS =
  'on other machines: an extraction by SourceAFIS 34 ms, by FingerJetFX 11 ms; a comparison by SourceAFIS 2.0 ms with its index of the probe, 0.14 ms without';

export interface Report {
  readonly images: string;
  readonly extract_ms: Distribution;
  readonly stages_ms?: Readonly<Record<string, number>>;
  readonly compare_genuine_us: Distribution;
  readonly compare_impostor_us: Distribution;
  readonly compare_three_us: Distribution;
  readonly record_bytes: Distribution;
  readonly pool: { readonly workers: number; readonly templates_per_second: number };
}

export function table(report: Report): string {
  const { images, pool, stages_ms } = report;
  const row = (name: string, found: Distribution, digits: number): string =>
    `${name.padEnd(38)}${[found.median, found.mean, found.p95, found.min].map((value) => value.toFixed(digits).padStart(10)).join('')}`;
  return [
    `Images: ${images}`,
    `${''.padEnd(38)}${['median', 'mean', 'p95', 'min'].map((title) => title.padStart(10)).join('')}`,
    row('extraction, ms', report.extract_ms, 1),
    ...Object.entries(stages_ms ?? {}).map(([stage, ms]) => `  ${stage.padEnd(32)}${ms.toFixed(2).padStart(10)}`),
    row('comparison, same finger, µs', report.compare_genuine_us, 0),
    row('comparison, two fingers, µs', report.compare_impostor_us, 0),
    row('comparison, one touch with three, µs', report.compare_three_us, 0),
    row('record, bytes', report.record_bytes, 0),
    `pool of ${pool.workers} workers: ${pool.templates_per_second.toFixed(1)} templates/s`,
    OTHERS,
  ].join('\n');
}
