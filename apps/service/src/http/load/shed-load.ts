import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ERRORS } from '@authly/contract/errors';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import type { Store } from '../../storage/store.ts';
import { errorBody } from '../api-error.ts';
import { beforeRequests } from '../before-requests.ts';
import { endAfter, muchFollows } from '../unread-body.ts';
import { HeldRefusals } from './held-refusals.ts';
import { importanceOf, mayWait, type Importance } from './importance.ts';
import { LoadGauge, TICK_MS, type Reading } from './load-gauge.ts';
import { ReadingTurns } from './reading-turns.ts';

/**
 * How long a request may have to wait behind others. What moves a session longest: the writes of a turn of the event loop wait for the disk
 * once, together, and the fewer they are the more often the disk is waited for. On Postgres results too: one statement reads those of a turn.
 */
const MAX_WAIT_MS: Record<Store['kind'], Record<Importance, number>> = {
  sqlite: { reading: 2, asking: 4, moving: 9 },
  postgres: { reading: 2, asking: 6.3, moving: 7 },
};
/** So few at once are no queue, however long each of them takes. */
const FEW = 32;
/** In work at once at most, burst or not: each holds memory. Whoever reads leaves room for the others. */
const MAX_IN_WORK: Record<Importance, number> = { reading: 512, asking: 2048, moving: 4096 };

interface Dependencies {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly store: Pick<Store, 'kind' | 'waiting'>;
  /** What every answer of this service carries. */
  readonly headers: Readonly<Record<string, string>>;
}

const LOG_EVERY_MS = 1000;

export function isTooMuch(
  gauge: LoadGauge,
  importance: Importance,
  { nowMs, waiting, held }: Pick<Reading, 'nowMs' | 'waiting' | 'held'>,
  kind: Store['kind'],
): boolean {
  if (gauge.inWork >= MAX_IN_WORK[importance]) return true;
  return gauge.stands && gauge.atOnce + held > FEW && gauge.waitMs(nowMs, waiting) > MAX_WAIT_MS[kind][importance];
}

/**
 * Stands before everything else, so that a refusal costs next to nothing: what would have to wait is told to come again, and what is
 * accepted is answered about as soon as ever. Refusals are counted, and have one log line a second between them.
 */
export function shedLoad(server: Server, { clock, log, metrics, store, headers }: Dependencies): void {
  const held = new HeldRefusals(clock, (response) => refuse(response, headers));
  const read = (): Reading => ({
    nowMs: clock.elapsed(),
    activeMs: performance.eventLoopUtilization().active,
    waiting: store.waiting(),
    held: held.count,
  });
  const gauge = new LoadGauge(read());
  const shed = new ShedLog(log, metrics);
  let cancel = (): void => {};
  const tick = (): void => {
    gauge.tick(read());
    shed.tick(clock.elapsed());
    cancel = clock.after(TICK_MS, tick);
  };
  cancel = clock.after(TICK_MS, tick);
  server.once('close', () => cancel());
  const refuseLater = (response: ServerResponse, importance: Importance): void => {
    shed.add(importance);
    held.add(response);
  };
  const turns = new ReadingTurns();
  beforeRequests(server, (request, response, go) => {
    const importance = importanceOf(request);
    const goOn = (): void => {
      const nowMs = clock.elapsed();
      if (gauge.came(nowMs)) setImmediate(() => gauge.turnEnded());
      if (isTooMuch(gauge, importance, { nowMs, waiting: store.waiting(), held: held.count }, store.kind)) {
        refuseLater(response, importance);
        return;
      }
      if (!mayWait(request)) {
        gauge.accepted();
        countWork(gauge, request, response);
      }
      go();
    };
    if (importance !== 'reading') goOn();
    else if (!turns.add(goOn)) refuseLater(response, importance);
  });
}

/** From the last byte of a request to the end of its answer: that a client is slow to send or to read is no work of ours. */
function countWork(gauge: LoadGauge, request: IncomingMessage, response: ServerResponse): void {
  let stage: 'arriving' | 'in work' | 'answered' = 'arriving';
  const begin = (): void => {
    if (stage !== 'arriving') return;
    stage = 'in work';
    gauge.begin();
  };
  const end = (): void => {
    if (stage === 'in work') gauge.end();
    stage = 'answered';
  };
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (length === '0' && coding === undefined) begin();
  else request.once('end', begin);
  // Written as far as we are concerned; taken by its reader only when it is closed.
  response.once('prefinish', end).once('close', end);
}

const REQUEST_ID_CHARS = 36;
const BODY_BYTES = Buffer.byteLength(
  errorBody('unavailable', ERRORS.unavailable.message, 'x'.repeat(REQUEST_ID_CHARS)),
);

/** The answer of any other `unavailable`, made by hand. What is left of the request's body, Node drops; of a long one it would read too much. */
function refuse(response: ServerResponse, headers: Dependencies['headers']): void {
  const requestId = randomUUID();
  const follows = muchFollows(response.req);
  if (follows) endAfter(response);
  response
    .writeHead(ERRORS.unavailable.status, {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': BODY_BYTES,
      'Cache-Control': 'no-store',
      'Retry-After': '1',
      'X-Request-Id': requestId,
      ...(follows && { Connection: 'close' }),
    })
    .end(errorBody('unavailable', ERRORS.unavailable.message, requestId));
}

/** Counts refusals, and says once a second how many there were. */
class ShedLog {
  readonly #log: Logger;
  readonly #metrics: Metrics;
  #count = 0;
  #saidAt = -Infinity;

  constructor(log: Logger, metrics: Metrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  add(importance: Importance): void {
    this.#count++;
    this.#metrics.loadShed(importance);
  }

  tick(nowMs: number): void {
    if (this.#count === 0 || nowMs - this.#saidAt < LOG_EVERY_MS) return;
    this.#log.warn({ refused: this.#count }, 'load shed');
    this.#count = 0;
    this.#saidAt = nowMs;
  }
}
