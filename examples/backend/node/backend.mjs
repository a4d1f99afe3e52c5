// A merchant's backend: enroll a finger of one user, then verify it. Node 20 or newer and nothing else.
//   node backend.mjs <merchant_user_ref>
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { receiveEvents } from './webhook.mjs';

const FINAL = new Set(['succeeded', 'failed', 'expired', 'canceled']);
/** How long an outcome may follow expires_at: what was captured in the last second is still processed. */
const PROCESSING_MS = 195_000;
/** An event can be late: also poll once a minute. */
const LOOK_EVERY_MS = 60_000;

/** Decide on the code. Quote the request id when you ask for help. */
class AuthlyError extends Error {
  constructor(status, { code, request_id } = {}) {
    super(`${status} ${code} (${request_id})`);
    this.status = status;
    this.code = code;
  }
}

class Authly {
  #settings;
  #token;
  #tokenUntil = 0;

  constructor(settings) {
    this.#settings = settings;
  }

  /** kind: enrollment or verification. All tries use one key, so that a lost answer never makes a second session. */
  async create(kind, fields) {
    const headers = { 'idempotency-key': randomUUID() };
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#call(
          'POST',
          `/v1/${kind}-sessions`,
          { merchant_id: this.#settings.merchantId, ...fields },
          headers,
        );
      } catch (error) {
        const isFinal = error instanceof AuthlyError && error.status < 500 && error.status !== 429;
        if (isFinal || attempt === 2) throw error;
        await sleep(1_000 * (1 + attempt));
      }
    }
  }

  /** The only proof of an outcome. With events it is read after an event; without, each long poll takes up to 25 seconds. */
  async waitForResult({ session_id, expires_at }, userRef) {
    const { events } = this.#settings;
    const query = new URLSearchParams({ merchant_user_ref: userRef, wait: events ? '0' : '25' });
    const giveUpAt = Date.parse(expires_at) + PROCESSING_MS;
    for (;;) {
      await events?.ended(session_id, LOOK_EVERY_MS);
      const result = await this.#call('GET', `/v1/sessions/${encodeURIComponent(session_id)}/result?${query}`);
      if (FINAL.has(result.status) || Date.now() > giveUpAt) return result;
    }
  }

  async #call(method, path, body, headers = {}, isAgain = false) {
    const authorization = `Bearer ${await this.#accessToken(isAgain)}`;
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      return await this.#send(path, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...content,
      });
    } catch (error) {
      if (error.code !== 'invalid_token' || isAgain) throw error;
      return this.#call(method, path, body, headers, true); // it ended early: once more with a new one
    }
  }

  async #accessToken(renew) {
    if (renew || Date.now() > this.#tokenUntil) {
      const { clientId: client_id, clientSecret: client_secret } = this.#settings;
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
      const { access_token, expires_in } = await this.#send('/oauth/token', { method: 'POST', body: form });
      this.#token = access_token;
      this.#tokenUntil = Date.now() + (expires_in - 60) * 1_000;
    }
    return this.#token;
  }

  async #send(path, init) {
    const answer = await fetch(this.#settings.baseUrl + path, {
      ...init,
      redirect: 'error', // secrets go to the configured address or nowhere
      signal: AbortSignal.timeout(40_000),
    });
    const body = await answer.json().catch(() => undefined);
    if (!answer.ok) throw new AuthlyError(answer.status, body?.error);
    return body;
  }
}

const {
  AUTHLY_BASE_URL: baseUrl,
  AUTHLY_MERCHANT_ID: merchantId,
  AUTHLY_CLIENT_ID: clientId,
  AUTHLY_CLIENT_SECRET: clientSecret,
} = process.env;
const { WEBHOOK_PORT: port, AUTHLY_WEBHOOK_SECRET: secret } = process.env;
const events = port && secret ? receiveEvents(Number(port), secret) : undefined;
const authly = new Authly({ baseUrl, merchantId, clientId, clientSecret, events });
const userRef = process.argv[2];
/** In the sandbox neither app nor finger is needed once the page is open. */
const outcome = (name) => (process.env.SANDBOX_OUTCOMES ? { metadata: { sandbox_outcome: name } } : {});

const enrollment = await authly.create('enrollment', { merchant_user_ref: userRef, ...outcome('enrolled') });
console.log('Open this page:', enrollment.popup_url); // your page opens it; never log it
const enrolled = await authly.waitForResult(enrollment, userRef);
if (enrolled.status !== 'succeeded') throw new Error(`not enrolled: ${enrolled.status} ${enrolled.failure_code ?? ''}`);
const { finger } = enrolled.result.payload; // keep it: verifications ask for this one
console.log('enrolled:', finger);

const verification = await authly.create('verification', {
  merchant_user_ref: userRef,
  payload: { finger },
  ...outcome('matched'),
});
console.log('Open this page:', verification.popup_url);
const verified = await authly.waitForResult(verification, userRef);
if (verified.status !== 'succeeded') throw new Error(`not verified: ${verified.status} ${verified.failure_code ?? ''}`);
console.log('matched:', verified.result.matched === true);
events?.close();
