import { Agent, request } from 'undici';
import { systemClock } from '../runtime/clock.ts';
import { Shares } from '../runtime/shares.ts';
import type { MatcherSettings } from './biometric-type.ts';
import { deadlineIn } from './deadline.ts';
import type { EngineMatcher } from './engine-matcher.ts';
import {
  MATCHER_DEADLINE_MS,
  MATCHER_QUEUE,
  wipe,
  type Matcher,
  type Inspection,
  type Template,
  type MatchResult,
} from './matcher.ts';

/** Further calls wait for a connection. */
const CONNECTIONS = 32;
const MAX_REPLY_BYTES = 65_536;

interface HttpMatcherOptions extends Partial<Pick<MatcherSettings, 'clock' | 'onRefused'>> {
  readonly type: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly engine: Omit<Matcher, 'compare'> & Pick<EngineMatcher, 'screen'>;
  readonly deadlineMs?: number;
}

/**
 * A certified matcher of the operator's choice (AUTHLY_PROVIDER_URL): docs/guides/bring-a-matcher.md has its protocol.
 * The built-in engine inspects enrollments, refuses copies, and encodes the records again: the 64 best minutiae of each view.
 */
export class HttpMatcher implements Matcher {
  readonly #options: Required<Omit<HttpMatcherOptions, 'onRefused'>>;
  readonly #shares: Shares<'merchant'>;
  readonly #agent = new Agent({ connections: CONNECTIONS, maxResponseSize: MAX_REPLY_BYTES });

  constructor({ onRefused, ...options }: HttpMatcherOptions) {
    this.#shares = new Shares(MATCHER_QUEUE, onRefused);
    this.#options = { deadlineMs: MATCHER_DEADLINE_MS, clock: systemClock, ...options };
  }

  async warm(): Promise<void> {
    await this.#options.engine.warm();
  }

  inspect(template: Template, merchantId: string): Promise<Inspection> {
    return this.#options.engine.inspect(template, merchantId);
  }

  async compare(probe: Template, enrolled: Template, merchantId: string): Promise<MatchResult> {
    const { type, engine, deadlineMs, clock } = this.#options;
    // One deadline for the screening and the call.
    using deadline = deadlineIn(deadlineMs, clock);
    const screened = await engine.screen(probe, enrolled, merchantId);
    if ('failure' in screened) return screened;
    const { probe: ofProbe, enrolled: ofEnrolled } = screened;
    const body = Buffer.from(JSON.stringify({ type, probe: base64(ofProbe), enrolled: base64(ofEnrolled) }));
    wipe(ofProbe);
    wipe(ofEnrolled);
    try {
      using share = this.#shares.hold({ merchant: merchantId });
      return share === undefined ? { failure: 'provider_timeout' } : await this.#ask(body, deadline.signal);
    } finally {
      body.fill(0);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
    await this.#options.engine.close();
  }

  async #ask(body: Uint8Array, deadline: AbortSignal): Promise<MatchResult> {
    const { url, token } = this.#options;
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body,
        signal: deadline,
        dispatcher: this.#agent,
      });
      // An unread answer would hold its connection.
      const reply = await answer.body.text();
      if (answer.statusCode !== 200) return { failure: 'provider_error' };
      const { matched } = JSON.parse(reply) as { matched?: unknown };
      return typeof matched === 'boolean' ? { matched } : { failure: 'provider_error' };
    } catch {
      return { failure: deadline.aborted ? 'provider_timeout' : 'provider_error' };
    }
  }
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
