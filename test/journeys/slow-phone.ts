import type { CDPSession } from 'playwright-core';

/** Lighthouse's "slow 4G". */
const SLOW_4G = { roundTripMs: 150, downBytesPerMs: 1_600_000 / 8000, upBytesPerMs: 750_000 / 8000 };
/** Four times slower than this machine. */
const SLOWDOWN = 4;
/** TCP, TLS, and three calls one after the other. */
const ROUND_TRIPS = 5;
/** The TLS handshake: a post-quantum key share and a chain of two certificates. */
const HANDSHAKE = { upBytes: 2000, downBytes: 3000 };
/** Longer than any work of the page, on a busy machine too, so that work during a call differs from work between calls. */
const LATENCY_MS = 500;
const CATEGORIES = 'devtools.timeline,toplevel';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds, as `dur`. `tdur` is processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly requestId?: string; readonly url?: string } };
}

/** One visit, from its first packet to the paint after its third call. */
export class SlowPhoneVisit {
  readonly #devtools: CDPSession;
  readonly #events: TraceEvent[] = [];
  readonly #bytes = { up: 0, down: 0 };

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async begin(devtools: CDPSession): Promise<SlowPhoneVisit> {
    const visit = new SlowPhoneVisit(devtools);
    devtools.on('Tracing.dataCollected', ({ value }) => visit.#events.push(...(value as unknown as TraceEvent[])));
    devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => (visit.#bytes.up += textBytes(headers)));
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (visit.#bytes.down += encodedDataLength));
    await devtools.send('Network.enable');
    const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send('Network.emulateNetworkConditions', { ...unlimited, latency: LATENCY_MS });
    await devtools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: CATEGORIES.split(',') },
    });
    return visit;
  }

  /**
   * The estimated time on a slow phone, in milliseconds: the network by round trips and bytes, the page by its
   * processor time between them.
   */
  async end(lastCall: RegExp): Promise<{ networkMs: number; processorMs: number }> {
    const { up, down } = this.#bytes;
    const complete = new Promise((resolve) => this.#devtools.once('Tracing.tracingComplete', resolve));
    await this.#devtools.send('Tracing.end');
    await complete;
    const networkMs =
      ROUND_TRIPS * SLOW_4G.roundTripMs +
      (HANDSHAKE.upBytes + up) / SLOW_4G.upBytesPerMs +
      (HANDSHAKE.downBytes + down) / SLOW_4G.downBytesPerMs;
    return { networkMs, processorMs: SLOWDOWN * this.#awaitedMs(lastCall) };
  }

  /** The main thread's work while no call was pending: from an answer to the next call, and from the last answer to the paint. */
  #awaitedMs(lastCall: RegExp): number {
    const calls = this.#calls(lastCall);
    const main = this.#events.find(({ name }) => name === 'ParseHTML')!;
    const tasks = this.#events.filter(
      ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('::RunTask') && pid === main.pid && tid === main.tid,
    );
    const painted = this.#events.find(
      ({ name, ts, pid }) => name === 'Paint' && pid === main.pid && ts > calls.at(-1)!.answered,
    )!;
    const until = [...calls.slice(1).map(({ asked }) => asked), painted.ts + (painted.dur ?? 0)];
    return calls.reduce((sum, { answered }, i) => sum + processorMs(tasks, answered, until[i]!), 0);
  }

  #calls(lastCall: RegExp): { asked: number; answered: number }[] {
    const sent = this.#events.filter(({ name }) => name === 'ResourceSendRequest').toSorted((a, b) => a.ts - b.ts);
    const last = sent.findIndex(({ args }) => lastCall.test(args?.data?.url ?? ''));
    return sent.slice(0, last + 1).map(({ ts, args }) => {
      const ofIt = this.#events.filter((event) => event.args?.data?.requestId === args?.data?.requestId);
      const answer = ofIt.find(({ name }) => name === 'ResourceReceiveResponse')!;
      return { asked: ts, answered: answer.ts };
    });
  }
}

/** A task that is partly inside counts by that part. */
function processorMs(tasks: readonly TraceEvent[], from: number, until: number): number {
  let microseconds = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    const within = Math.min(ts + dur, until) - Math.max(ts, from);
    if (within > 0) microseconds += (tdur * within) / dur;
  }
  return microseconds / 1000;
}

const textBytes = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 60);
