import { fork, type ChildProcess } from 'node:child_process';
import type { CurveName } from './curves.ts';
import type { TokenCall, TokenResponse, TokenSettings } from './token-calls.ts';

interface Options {
  readonly clock: {
    elapsed(): number;
    after(ms: number, callback: () => void): () => void;
  };
  readonly unavailable: (message: string) => Error;
  readonly onTrouble?: (error: Error) => void;
}

const PROCESS = new URL('./token-process.ts', import.meta.url);
/** The longest time between two answers while calls wait. */
const DEADLINE_MS = 5000;
/** After a failure the token is asked once a second, not once a request. */
const RETRY_AFTER_MS = 1000;
/** Readiness is asked for often, so its result is reused. */
const FRESH_MS = 1000;
const MAX_IN_FLIGHT = 512;
/** Failures of the token itself, not of one key. */
const WHOLE_TOKEN = '';

interface PendingCall {
  /** Key ids: a missing key fails only calls for the same keys. */
  readonly keys: string;
  readonly resolve: (result: Uint8Array | null) => void;
  readonly reject: (error: Error) => void;
}

/** The module runs in a separate process, which is killed when it hangs and restarted by the next call. */
export class Pkcs11Token {
  readonly name: string;
  readonly #settings: TokenSettings;
  readonly #options: Options;
  readonly #pending = new Map<number, PendingCall>();
  readonly #checkedAt = new Map<string, number>();
  readonly #failures = new Map<string, { readonly error: Error; readonly until: number }>();
  #child: ChildProcess | undefined;
  #cancelTimer = (): void => {};
  #requests = 0;

  constructor(settings: TokenSettings, options: Options) {
    this.name = settings.token;
    this.#settings = settings;
    this.#options = options;
  }

  async sign(keyId: string, data: Uint8Array): Promise<Buffer> {
    return Buffer.from((await this.#call({ call: 'sign', keyId, data }))!);
  }

  async derive(keyId: string, point: Uint8Array): Promise<Buffer> {
    return Buffer.from((await this.#call({ call: 'derive', keyId, data: point }))!);
  }

  async make(keyId: string, curve: CurveName): Promise<Buffer> {
    return Buffer.from((await this.#call({ call: 'make', keyId, curve }))!);
  }

  async destroy(keyId: string): Promise<void> {
    await this.#call({ call: 'destroy', keyId });
  }

  async checkKeys(keyIds: readonly string[]): Promise<void> {
    const now = this.#options.clock.elapsed();
    const stale = keyIds.filter((id) => now - (this.#checkedAt.get(id) ?? -Infinity) >= FRESH_MS);
    if (stale.length === 0) return;
    await this.#call({ call: 'check', keyIds: stale });
    for (const id of stale) this.#checkedAt.set(id, now);
  }

  close(): void {
    this.#stop(this.#error('the service ends'));
  }

  async #call(call: TokenCall): Promise<Uint8Array | null> {
    const { clock } = this.#options;
    const keys = 'keyId' in call ? call.keyId : call.keyIds.join(' ');
    for (const failure of [this.#failures.get(WHOLE_TOKEN), this.#failures.get(keys)])
      if (failure !== undefined && clock.elapsed() < failure.until) throw failure.error;
    if (this.#pending.size >= MAX_IN_FLIGHT) throw this.#error('too many calls are waiting for it');
    const child = (this.#child ??= this.#start());
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { keys, resolve, reject });
      if (this.#pending.size === 1) this.#awaitAnswer();
      child.send({ id, ...call });
    });
  }

  /** Starts the deadline again at each answer: a token that answers slowly does not hang. */
  #awaitAnswer(): void {
    this.#cancelTimer();
    if (this.#pending.size === 0) return;
    const onDeadline = (): void => this.#restart(`it did not answer within ${DEADLINE_MS} ms`);
    this.#cancelTimer = this.#options.clock.after(DEADLINE_MS, onDeadline);
  }

  #start(): ChildProcess {
    const child = fork(PROCESS, [JSON.stringify(this.#settings)], {
      env: moduleEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // A module may print anything.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    child.on('message', (response: TokenResponse) => this.#settle(response));
    const onExit = (): void => void (this.#child === child && this.#restart('its module crashed'));
    child.on('exit', onExit).on('error', onExit);
    return child;
  }

  #settle(response: TokenResponse): void {
    const pending = this.#pending.get(response.id);
    if (pending === undefined) return;
    this.#pending.delete(response.id);
    this.#awaitAnswer();
    if ('result' in response) {
      this.#failures.clear();
      pending.resolve(response.result);
    } else pending.reject(this.#failed(response.error, response.isMissing ? pending.keys : WHOLE_TOKEN));
  }

  #restart(why: string): void {
    this.#stop(this.#failed(why, WHOLE_TOKEN));
  }

  #failed(why: string, keys: string): Error {
    const error = this.#error(why);
    this.#checkedAt.clear();
    this.#failures.set(keys, { error, until: this.#options.clock.elapsed() + RETRY_AFTER_MS });
    this.#options.onTrouble?.(error);
    return error;
  }

  #stop(error: Error): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    this.#cancelTimer();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #error(why: string): Error {
    return this.#options.unavailable(`the PKCS#11 token ${this.name} cannot sign: ${why}`);
  }
}

/** A module reads its own settings from it, such as SOFTHSM2_CONF. The service's settings hold the master key. */
const moduleEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:AUTHLY_|PG)/.test(name)));
