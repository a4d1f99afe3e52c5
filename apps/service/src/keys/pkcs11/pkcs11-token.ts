import { fork, type ChildProcess } from 'node:child_process';
import { systemClock, type Clock } from '../../clock.ts';
import { SigningUnavailableError } from '../key-signer.ts';
import type { SigningPurpose } from '../key-record.ts';
import type { SigningToken } from '../signing-token.ts';
import type { Pkcs11Settings, TokenPlace } from './settings.ts';
import type { Asked, Reply } from './token-process.ts';

const PROCESS = new URL('./token-process.ts', import.meta.url);
/** A device that does not answer within this time does not answer. */
const DEADLINE_MS = 5000;
/** After a failure nobody asks again for so long: a token that is away is looked for once a second, not once a request. */
const REST_MS = 1000;
/** How long a look is good for: readiness is asked for often. */
const FRESH_MS = 1000;
const MAX_IN_FLIGHT = 512;

interface Waiting {
  /** What a failure of this call alone is remembered under. */
  readonly of: string;
  readonly resolve: (result: Uint8Array | null) => void;
  readonly reject: (error: SigningUnavailableError) => void;
  readonly cancelTimer: () => void;
}

/**
 * Keys in a PKCS#11 token. Its module runs in a process of its own, one call after the other: one that hangs is killed with its process, one
 * that crashes takes nothing along, and either is begun anew with the next call.
 */
export class Pkcs11Token implements SigningToken {
  readonly name: string;
  readonly purposes: readonly SigningPurpose[];
  readonly #place: TokenPlace;
  readonly #clock: Clock;
  readonly #onTrouble: (error: SigningUnavailableError) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lookedAt = new Map<string, number>();
  #child: ChildProcess | undefined;
  /** Of the token, under no name; or of one key. */
  readonly #failures = new Map<string, { readonly error: SigningUnavailableError; readonly until: number }>();
  #requests = 0;

  constructor(
    { purposes, ...place }: Pkcs11Settings,
    { clock = systemClock, onTrouble = () => {} }: { clock?: Clock; onTrouble?: (error: Error) => void } = {},
  ) {
    this.name = place.token ?? `slot ${place.slot}`;
    this.purposes = purposes;
    this.#place = place;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  async sign(keyId: string, data: Uint8Array): Promise<Buffer> {
    return Buffer.from((await this.#ask({ call: 'sign', keyId, data }))!);
  }

  async make(keyId: string): Promise<Buffer> {
    return Buffer.from((await this.#ask({ call: 'make', keyId }))!);
  }

  async destroy(keyId: string): Promise<void> {
    await this.#ask({ call: 'destroy', keyId });
  }

  async look(keyIds: readonly string[]): Promise<void> {
    const now = this.#clock.elapsed();
    const stale = keyIds.filter((id) => now - (this.#lookedAt.get(id) ?? -Infinity) >= FRESH_MS);
    if (stale.length === 0) return;
    await this.#ask({ call: 'look', keyIds: stale });
    for (const id of stale) this.#lookedAt.set(id, now);
  }

  close(): void {
    this.#drop('the service ends');
  }

  async #ask(asked: Asked): Promise<Uint8Array | null> {
    const of = 'keyId' in asked ? asked.keyId : asked.keyIds.join(' ');
    for (const failure of [this.#failures.get(''), this.#failures.get(of)])
      if (failure !== undefined && this.#clock.elapsed() < failure.until) throw failure.error;
    if (this.#waiting.size >= MAX_IN_FLIGHT)
      throw new SigningUnavailableError(this.#said('it has more to sign than it can'));
    const child = (this.#child ??= this.#start());
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      const cancelTimer = this.#clock.after(DEADLINE_MS, () =>
        this.#fail(`it did not answer within ${DEADLINE_MS} ms`),
      );
      this.#waiting.set(id, { of, resolve, reject, cancelTimer });
      child.send({ id, ...asked });
    });
  }

  #start(): ChildProcess {
    const child = fork(PROCESS, [JSON.stringify(this.#place)], {
      env: environmentOfModule(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // A module may print what it likes.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Whoever uses the token says when it ends: it keeps nobody from ending.
    child.unref();
    child.channel?.unref();
    child.on('message', (reply: Reply) => this.#take(reply));
    const gone = (): void => void (this.#child === child && this.#fail('its module crashed'));
    child.on('exit', gone).on('error', gone);
    return child;
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    this.#waiting.delete(reply.id);
    waiting.cancelTimer();
    if ('result' in reply) {
      this.#failures.clear();
      waiting.resolve(reply.result);
    } else waiting.reject(this.#rest(reply.error, reply.isMissing ? waiting.of : ''));
  }

  /** The process is of no use any more. */
  #fail(why: string): void {
    const error = this.#rest(why);
    this.#drop(error.message);
  }

  #rest(why: string, of = ''): SigningUnavailableError {
    const error = new SigningUnavailableError(this.#said(why));
    this.#lookedAt.clear();
    this.#failures.set(of, { error, until: this.#clock.elapsed() + REST_MS });
    this.#onTrouble(error);
    return error;
  }

  #drop(why: string): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    for (const { reject, cancelTimer } of this.#waiting.values()) {
      cancelTimer();
      reject(new SigningUnavailableError(why));
    }
    this.#waiting.clear();
  }

  #said(why: string): string {
    return `the PKCS#11 token ${this.name} cannot sign: ${why}`;
  }
}

/** What a module reads its own settings from, such as SOFTHSM2_CONF. Ours hold the master key. */
const environmentOfModule = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:AUTHLY_|PG)/.test(name)));
