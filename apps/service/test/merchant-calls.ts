import type { TestAnswer, TestClient, TestService } from './running-service.ts';

export const ENROLLMENTS = '/v1/enrollment-sessions';
export const VERIFICATIONS = '/v1/verification-sessions';

/** A merchant backend with a token. */
export class MerchantCalls {
  readonly service: TestService;
  readonly client: TestClient;
  token: string;

  private constructor(service: TestService, client: TestClient, token: string) {
    this.service = service;
    this.client = client;
    this.token = token;
  }

  static async of(
    service: TestService,
    settings: Parameters<TestService['addMerchant']>[0] = {},
  ): Promise<MerchantCalls> {
    return MerchantCalls.with(service, await service.addMerchant(settings));
  }

  static async with(service: TestService, client: TestClient): Promise<MerchantCalls> {
    return new MerchantCalls(service, client, await service.token(client));
  }

  /** For use after the clock has passed the token's expiry. */
  async renew(): Promise<this> {
    this.token = await this.service.token(this.client);
    return this;
  }

  get merchantId(): string {
    return this.client.merchantId;
  }

  enrollment(more: object = {}): Record<string, unknown> {
    return { merchant_id: this.merchantId, merchant_user_ref: 'user-1', ...more };
  }

  verification(more: object = {}): Record<string, unknown> {
    return this.enrollment({ payload: { finger: 'RI' }, ...more });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.service.post(path, this.token, body, headers);
  }

  enroll(more: object = {}, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.post(ENROLLMENTS, this.enrollment(more), headers);
  }

  verify(more: object = {}, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.post(VERIFICATIONS, this.verification(more), headers);
  }

  async newSession(mode: 'enroll' | 'verify' = 'enroll'): Promise<string> {
    const answer = await (mode === 'enroll' ? this.enroll() : this.verify());
    return answer.json.session_id as string;
  }

  result(sessionId: string, query = 'merchant_user_ref=user-1'): Promise<TestAnswer> {
    return this.service.get(`/v1/sessions/${sessionId}/result?${query}`, this.token);
  }

  cancel(sessionId: string, more: object = {}, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.post(
      `/v1/sessions/${sessionId}/cancel`,
      { merchant_id: this.merchantId, merchant_user_ref: 'user-1', ...more },
      headers,
    );
  }
}

export const codeOf = ({ status, json }: TestAnswer): [status: number, code: string] => [
  status,
  json.error?.code as string,
];
