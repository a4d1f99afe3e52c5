import { request } from 'undici';
import { systemClock, type Clock } from '../config/clock.ts';
import { Deadline } from './deadline.ts';
import type { EngineMatcher } from './engine-matcher.ts';
import {
  MATCHER_DEADLINE_MS,
  wipe,
  type Matcher,
  type Inspection,
  type SyntheticTouch,
  type Template,
  type MatchResult,
} from './matcher.ts';
import { FairQueue, type CaptureOwner } from './fair-queue.ts';

/** Calls at once, of all and of one merchant; and how many more may wait at most, however quick the matcher is. */
const CALLS = { atOnce: 32, perMerchant: 24, waiting: 4096 };
const MAX_REPLY_BYTES = 65_536;

interface HttpMatcherOptions {
  readonly type: string;
  readonly url: string;
  readonly engine: Omit<Matcher, 'compare'> & Pick<EngineMatcher, 'screen'>;
  readonly deadlineMs?: number;
  readonly clock?: Clock;
}

/**
 * A certified matcher of the operator's choice (AUTHLY_PROVIDER_URL). One call: POST
 * `{"type": "fingerprint", "probe": "<base64 ISO record>", "enrolled": "<base64 ISO record>"}` → 200 `{"matched": true|false}`.
 * Whether a template may be enrolled, and whether a probe is a replay, the built-in engine still decides. The records are as it read them: ISO/IEC
 * 19794-2:2005, of each view the 64 minutiae of best quality.
 */
export class HttpMatcher implements Matcher {
  readonly #options: Required<HttpMatcherOptions>;
  readonly #turns: FairQueue;

  constructor(options: HttpMatcherOptions) {
    this.#options = { deadlineMs: MATCHER_DEADLINE_MS, clock: systemClock, ...options };
    const { deadlineMs, clock } = this.#options;
    this.#turns = new FairQueue({ ...CALLS, waitMs: deadlineMs }, clock);
  }

  async warm(): Promise<void> {
    await this.#options.engine.warm();
  }

  inspect(template: Template, owner: CaptureOwner): Promise<Inspection> {
    return this.#options.engine.inspect(template, owner);
  }

  async compare(probe: Template, enrolled: Template, owner: CaptureOwner): Promise<MatchResult> {
    const { type, engine, deadlineMs, clock } = this.#options;
    // One deadline for the whole comparison, whoever takes the time.
    using deadline = new Deadline(deadlineMs, clock);
    const screened = await engine.screen(probe, enrolled, owner);
    if ('failure' in screened) return screened;
    const records = [screened.probe, screened.enrolled] as const;
    const body = Buffer.from(JSON.stringify({ type, probe: base64(records[0]), enrolled: base64(records[1]) }));
    records.forEach(wipe);
    try {
      using turn = await this.#turns.take(owner, deadline.signal);
      return turn === undefined ? { failure: 'provider_timeout' } : await this.#ask(body, deadline.signal);
    } finally {
      body.fill(0);
    }
  }

  synthesize(touch: SyntheticTouch, owner: CaptureOwner): Promise<Template | undefined> {
    return this.#options.engine.synthesize(touch, owner);
  }

  close(): Promise<void> {
    this.#turns.close();
    return this.#options.engine.close();
  }

  async #ask(body: Uint8Array, deadline: AbortSignal): Promise<MatchResult> {
    try {
      const answer = await request(this.#options.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: deadline,
      });
      // Read also where it does not count: an unread answer would hold its connection.
      const reply = await smallJson(answer.body);
      if (answer.statusCode !== 200) return { failure: 'provider_error' };
      const matched = (reply as { matched?: unknown } | undefined)?.matched;
      return typeof matched === 'boolean' ? { matched } : { failure: 'provider_error' };
    } catch {
      return { failure: deadline.aborted ? 'provider_timeout' : 'provider_error' };
    }
  }
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

async function smallJson(stream: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_REPLY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
}
