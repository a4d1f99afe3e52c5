import { createCipheriv, randomBytes } from 'node:crypto';
import { sealedFor } from '@authly/contract/sealed-for';
import type { ClaimResponse } from '@authly/contract/operations/claim-session';
import type { Finger } from '@authly/contract/fingers';
import { randomView, templateOf } from '../../../packages/fingerprint/test/finger-touches.ts';
import type { TestAnswer, TestService } from './running-service.ts';

export interface Capture {
  readonly finger: Finger;
  readonly features: string;
  readonly enc_key: string;
  readonly captured_at?: string;
}

/** Seals a template as the app does: IV, AES-256-GCM ciphertext and tag, bound to the finger. */
export function sealed(template: Uint8Array, finger: Finger = 'RI', key: Uint8Array = randomBytes(32)): Capture {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(sealedFor('fingerprint', finger), 'ascii'));
  const features = Buffer.concat([iv, cipher.update(template), cipher.final(), cipher.getAuthTag()]).toString('base64');
  return { finger, features, enc_key: Buffer.from(key).toString('base64') };
}

/** A capture that is fit to be enrolled, where it does not matter of which finger. */
export const anyCapture = (finger: Finger = 'RI', seed = 1): Capture => sealed(templateOf(randomView(seed)), finger);

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

/** The biometric app after it has joined a session: speaks /app/v1 over real HTTP. */
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

  callback(body: unknown): Promise<TestAnswer> {
    return this.#service.post(`${this.#path}/callback`, this.token, body);
  }

  failure(reason: unknown): Promise<TestAnswer> {
    return this.#service.post(`${this.#path}/failure`, this.token, { reason });
  }

  get #path(): string {
    return `/app/v1/sessions/${this.joined.session_id}`;
  }
}
