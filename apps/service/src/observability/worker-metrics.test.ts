import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';
import { WorkerMetrics } from './worker-metrics.ts';

const worker = (): Metrics => new Metrics({ version: '0', environment: 'test' });
const valueOf = (body: string, series: string): number | undefined => {
  const line = body.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

it('counters never fall when a worker dies or does not respond; its gauges end; lost workers are counted', async () => {
  const together = new WorkerMetrics();
  const [one, two] = [worker(), worker()];
  const scrape = async (...answering: [number, Metrics][]): Promise<string> => {
    const answers = answering.map(async ([id, metrics]) => [id, await metrics.values()] as const);
    return (await together.text(new Map(await Promise.all(answers)))).body;
  };
  const LOST = 'authly_trace_spans_lost_total';
  const COUNT = 'authly_http_request_duration_seconds_count{route="/x",method="GET",status="200"}';
  const BUCKET = 'authly_http_request_duration_seconds_bucket{le="0.5",route="/x",method="GET",status="200"}';
  const request = {
    id: 'r',
    address: '127.0.0.1',
    who: undefined,
    route: '/x',
    method: 'GET',
    status: 200,
    seconds: 0.3,
  };
  for (const metrics of [one, two]) {
    metrics.lostSpans.inc(5);
    metrics.requestBegan();
    metrics.requestEnded(request);
    metrics.requestBegan();
  }
  const seen = (body: string): (number | undefined)[] =>
    [LOST, COUNT, BUCKET, 'authly_http_requests_in_flight', 'authly_workers_lost_total'].map((each) =>
      valueOf(body, each),
    );
  expect(seen(await scrape([1, one], [2, two]))).toEqual([10, 2, 2, 2, 0]);
  // One worker does not respond in time.
  expect(seen(await scrape([2, two]))).toEqual([10, 2, 2, 2, 0]);
  together.lost(1);
  expect(seen(await scrape([2, two]))).toEqual([10, 2, 2, 1, 1]);
  // A response that arrives after the worker died counts once.
  expect(seen(await scrape([1, one], [2, two]))).toEqual([10, 2, 2, 1, 1]);
  const three = worker();
  three.lostSpans.inc();
  expect(seen(await scrape([2, two], [3, three]))).toEqual([11, 2, 2, 1, 1]);
  together.lost(3);
  together.lost(2);
  const last = await scrape();
  expect(seen(last)).toEqual([11, 2, 2, undefined, 3]);
  expect(valueOf(last, 'process_start_time_seconds')).toBeGreaterThan(Date.now() / 1000 - 3600);
});
