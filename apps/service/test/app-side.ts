import { randomBytes } from 'node:crypto';
import type { ClaimResponse, ClaimSeal } from '@authly/contract/operations/claim-session';
import type { Finger } from '@authly/contract/wire/fingers';
import { seal, type Sealed } from '@authly/app-client/seal.ts';
import { randomView, templateOf } from '../../../packages/fingerprint/test/finger-captures.ts';
import { acceptedEncKey, readEncKey } from '../src/capture/enc-key.ts';
import { fingerprint } from '../src/capture/fingerprint.ts';
import { KeyRing } from '../src/keys/key-ring.ts';
import { RawConnection } from './raw-connection.ts';
import type { TestAnswer, TestService } from './running-service.ts';
import { JOIN, sessionIn } from './sample-session.ts';

/** A capture. It is sealed when it is sent, for the session of the call. */
export interface Capture {
  readonly plain: { readonly template: Uint8Array<ArrayBuffer>; readonly finger: Finger };
  /** Sent instead of the sealed values. */
  readonly finger?: unknown;
  readonly features?: unknown;
  readonly enc_key?: unknown;
  readonly captured_at?: unknown;
}

export const captured = (template: Uint8Array, finger: Finger = 'RI'): Capture => ({
  plain: { template: Uint8Array.from(template), finger },
});

/** A valid capture of any finger. */
export const anyCapture = (finger: Finger = 'RI', seed = 1): Capture => captured(templateOf(randomView(seed)), finger);

export async function sealedFor(to: ClaimSeal, { plain, ...instead }: Capture): Promise<Sealed> {
  return { ...(await seal(plain.template, plain.finger, to)), ...(instead as Partial<Sealed>) };
}

/** An enrollment of this user as the merchant stores it: with the service's mark. */
export async function sealedEnrollment(
  { service: { store }, config: { environment, masterKey: master }, clock }: TestService,
  { merchantId, merchantUserRef = 'user-1' }: { readonly merchantId: string; readonly merchantUserRef?: string },
  capture: Capture,
): Promise<Sealed> {
  const keys = new KeyRing({ source: store.keys, master, environment, clock });
  const join = { ...JOIN, at: clock.now() };
  const session = sessionIn('app_launched', { mode: 'enroll', merchantId, merchantUserRef, join });
  const sealed = await sealedFor(await keys.captureSeal(session), capture);
  const { finger, features } = sealed;
  const encKey = readEncKey(sealed.enc_key)!;
  const key = (await keys.captureKey(encKey.keyId, session, 'enroll'))!;
  return { ...sealed, enc_key: acceptedEncKey(fingerprint, { payload: { finger }, features, encKey, ...key }) };
}

export const claim = (
  service: TestService,
  linkToken: string,
  appNonce?: string,
  cookie?: string,
): Promise<TestAnswer> =>
  service.post(
    '/app/v1/claims',
    undefined,
    { link_token: linkToken, ...(appNonce !== undefined && { app_nonce: appNonce }) },
    cookie === undefined ? {} : { cookie },
  );

/** A biometric app that has joined a session. It calls /app/v1 over HTTP. */
export class AppSide {
  readonly #service: TestService;
  readonly joined: ClaimResponse;

  constructor(service: TestService, joined: ClaimResponse) {
    this.#service = service;
    this.joined = joined;
  }

  static async join(service: TestService, linkToken: string, cookie?: string): Promise<AppSide> {
    const answer = await claim(service, linkToken, randomBytes(16).toString('hex'), cookie);
    if (answer.status !== 200) throw new Error(`the claim was answered ${answer.status} ${answer.text}`);
    return new AppSide(service, answer.json as ClaimResponse);
  }

  get token(): string {
    return this.joined.app_token;
  }

  session(query = ''): Promise<TestAnswer> {
    return this.#service.get(`${this.#path}${query}`, this.token);
  }

  confirm(number: unknown): Promise<TestAnswer> {
    return this.#service.post(`${this.#path}/confirm`, this.token, { number });
  }

  sealed(capture: Capture): Promise<Sealed> {
    return sealedFor(this.joined.seal, capture);
  }

  /** Seals a capture; sends anything else unchanged. */
  async callback(body: unknown): Promise<TestAnswer> {
    const isCapture = typeof body === 'object' && body !== null && 'plain' in body;
    const sent = isCapture ? await this.sealed(body as Capture) : body;
    return this.#service.post(`${this.#path}/callback`, this.token, sent);
  }

  /** Sends a callback on a connection that a test can close before the response. */
  async callbackWithoutAnswer(capture: Capture, to = this.#service): Promise<RawConnection> {
    const body = JSON.stringify(await this.sealed(capture));
    return this.callbackInPart(body, body.length, { to });
  }

  /** Sends a part of a callback's body, or all of it. */
  async callbackInPart(
    part: string,
    length: number,
    { to = this.#service, ...options }: { to?: TestService; localAddress?: string } = {},
  ): Promise<RawConnection> {
    const connection = await RawConnection.toApi(to, options);
    connection.write(
      `POST ${this.#path}/callback HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      `Authorization: Bearer ${this.token}`,
      `Content-Length: ${length}`,
      '',
      part,
    );
    return connection;
  }

  failure(reason: unknown): Promise<TestAnswer> {
    return this.#service.post(`${this.#path}/failure`, this.token, { reason });
  }

  get #path(): string {
    return `/app/v1/sessions/${this.joined.session_id}`;
  }
}
