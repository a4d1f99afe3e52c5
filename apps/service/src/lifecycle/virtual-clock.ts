import type { Act } from '../audit/act.ts';
import { systemClock, type Clock } from '../config/clock.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/environment.ts';
import type { Instant } from '../session/session.ts';
import type { Settings } from '../storage/store.ts';

const SETTING = 'clock_offset_ms';
/** An advance by an operator reaches every process within this time. */
const REREAD_MS = 500;

export async function clockOffset(settings: Settings): Promise<number> {
  return Number((await settings.get(SETTING)) ?? 0);
}

/** Forward only: sessions that were ended by time cannot come back. */
export async function advanceClock(settings: Settings, byMs: number, actOf?: (offset: number) => Act): Promise<number> {
  const offset = (await clockOffset(settings)) + byMs;
  await settings.set(SETTING, String(offset), actOf?.(offset));
  return offset;
}

/** The sandbox's clock: real time plus an offset that is kept in the store. Timers stay on real time. */
export class VirtualClock implements Clock {
  readonly #settings: Settings;
  readonly #onError: (error: unknown) => void;
  #offset: number;
  #stopped = false;
  #cancel: () => void = () => {};

  private constructor(settings: Settings, offset: number, onError: (error: unknown) => void) {
    this.#settings = settings;
    this.#offset = offset;
    this.#onError = onError;
    this.#readAgain();
  }

  static async start(settings: Settings, onError: (error: unknown) => void): Promise<VirtualClock> {
    return new VirtualClock(settings, await clockOffset(settings), onError);
  }

  now(): Instant {
    return systemClock.now() + this.#offset;
  }

  elapsed(): number {
    return systemClock.elapsed();
  }

  after(ms: number, callback: () => void): () => void {
    return systemClock.after(ms, callback);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #readAgain(): void {
    this.#cancel = systemClock.after(REREAD_MS, () => {
      void this.#read();
    });
  }

  async #read(): Promise<void> {
    try {
      this.#offset = Math.max(this.#offset, await clockOffset(this.#settings));
    } catch (error) {
      this.#onError(error);
    }
    if (!this.#stopped) this.#readAgain();
  }
}

/** The sandbox's clock can be moved forward; production runs on real time and refuses a store whose clock was moved. */
export async function startClock(
  environment: Environment,
  settings: Settings,
  onError: (error: unknown) => void,
  opened: AsyncDisposableStack,
): Promise<Clock> {
  if (environment === 'test') return opened.adopt(await VirtualClock.start(settings, onError), (clock) => clock.stop());
  if ((await clockOffset(settings)) !== 0)
    throw new ConfigError(["this store's clock was moved in a sandbox: production cannot use it"]);
  return systemClock;
}
