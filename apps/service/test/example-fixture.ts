import { EXAMPLE_VALUES } from '@authly/contract/operations/example-values';
import type { OperationName } from '@authly/contract/operation-table';
import { exampleCode, type ExampleLanguage } from '../../docs/src/call-examples/languages.ts';
import { advanceSession } from '../src/lifecycle/advance-session.ts';
import { processingDeadline } from '../src/session/move.ts';
import type { AppSide } from './app-side.ts';
import { driveTo } from './drive-session.ts';
import { MerchantCalls } from './merchant-calls.ts';
import { PageSide } from './page-side.ts';
import { TestService } from './running-service.ts';

/** An example of the docs with real values, ready to run once. */
export interface PreparedExample {
  readonly code: string;
  readonly env: Readonly<Record<string, string>>;
}

const USER = EXAMPLE_VALUES.merchantUserRef;
const SHOWN = { merchant_user_ref: USER, return_url: 'https://shop.example/account', locale: 'en' };

/** A service with the data that each example of the API reference needs. */
export class ExampleFixture {
  readonly #service: TestService;
  readonly #merchant: MerchantCalls;

  private constructor(service: TestService, merchant: MerchantCalls) {
    this.#service = service;
    this.#merchant = merchant;
  }

  static async open(): Promise<ExampleFixture> {
    const service = await TestService.start();
    return new ExampleFixture(service, await MerchantCalls.of(service, { name: 'Demo Shop' }));
  }

  get ca(): string {
    return this.#service.ca;
  }

  async prepare(operation: OperationName, language: ExampleLanguage): Promise<PreparedExample> {
    const { sessionId = '', linkToken = '', ...tokens } = await this.#session(operation);
    const { merchantId, clientId, clientSecret } = this.#merchant.client;
    const code = exampleCode(language, operation)
      .replaceAll(EXAMPLE_VALUES.merchantId, merchantId)
      .replaceAll(EXAMPLE_VALUES.sessionId, sessionId)
      .replaceAll(EXAMPLE_VALUES.linkToken, linkToken)
      // Each language needs its own key: the same one would return the same session.
      .replaceAll(/(Idempotency-Key\W+)[\w-]+/g, `$1${crypto.randomUUID()}`);
    const env = {
      AUTHLY_BASE_URL: this.#service.origin,
      AUTHLY_CLIENT_ID: clientId,
      AUTHLY_CLIENT_SECRET: clientSecret,
      ACCESS_TOKEN: this.#merchant.token,
      ...tokens,
    };
    return { code, env };
  }

  close(): Promise<void> {
    return this.#service.stop();
  }

  async #session(
    operation: OperationName,
  ): Promise<{ sessionId?: string; linkToken?: string; [token: string]: string }> {
    const page = (): Promise<PageSide> => PageSide.open(this.#merchant, SHOWN);
    switch (operation) {
      case 'readResult': {
        const { sessionId } = await PageSide.created(this.#merchant, { merchant_user_ref: USER }, 'verify');
        await this.#drive('succeeded', sessionId);
        return { sessionId };
      }
      case 'cancelSession':
        return { sessionId: (await page()).sessionId };
      case 'hostedOpened':
        return { HOSTED_TOKEN: (await PageSide.created(this.#merchant, SHOWN)).token };
      case 'hostedLink':
      case 'hostedCancel':
        return { HOSTED_TOKEN: (await page()).token };
      case 'hostedEvents': {
        // The stream ends with its session.
        const ended = await page();
        await ended.cancel();
        return { HOSTED_TOKEN: ended.token };
      }
      case 'hostedSession': {
        const joined = await page();
        await joined.join('qr');
        return { HOSTED_TOKEN: joined.token };
      }
      case 'claimSession':
        return { linkToken: await (await page()).linkToken() };
      case 'appSession':
      case 'appConfirm':
      case 'appFailure':
      case 'appCallback': {
        const app = await (await page()).join();
        if (operation === 'appCallback') await this.#finish(app);
        return { sessionId: app.joined.session_id, APP_TOKEN: app.token };
      }
      default:
        return {};
    }
  }

  #drive(status: 'succeeded', sessionId: string): Promise<void> {
    const outcome = { matched: true, payload: { finger: 'RI' as const } };
    return driveTo(status, sessionId, { store: this.#service.service.store, now: this.#service.clock.now(), outcome });
  }

  /** A callback was processed before, so the example gets the session's status. */
  async #finish(app: AppSide): Promise<void> {
    const now = this.#service.clock.now();
    const { sessions } = this.#service.service.store;
    let session = (await sessions.find(app.joined.session_id))!;
    for (const input of [
      { event: 'callback', processingDeadline: processingDeadline(now, { timeoutMs: 5000, retries: 1 }) },
      { event: 'process' },
      { event: 'succeed', outcome: { matched: null, payload: { finger: 'RI' } } },
    ] as const)
      session = (await advanceSession(sessions, session, input, now))!.session;
  }
}

/** The output of an example in any language: a status, if it prints one, and the JSON. */
export function readOutput(printed: string): { status: number | undefined; answer: unknown } {
  const status = /\b[1-5]\d\d\b/.exec(printed.split('{', 1)[0]!)?.[0];
  return {
    status: status === undefined ? undefined : Number(status),
    answer: JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1)),
  };
}

/** The names of all fields, nested ones with dots. The response of an example and a real one must share them. */
export function fieldNames(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return fieldNames(value[0], `${prefix}[]`);
  if (typeof value !== 'object' || value === null) return [prefix];
  return Object.entries(value)
    .flatMap(([name, child]) => fieldNames(child, `${prefix}.${name}`))
    .toSorted();
}
