import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const CODE_DIGITS = 6;
const IS_CODE = /^[0-9]{6}$/;
export const PAIRING_LIFE_MS = 120_000;
/** A reloaded page starts a new pairing, so the oldest ends. */
const OPEN_AT_MOST = 3;
/** This many wrong codes end every open pairing, against guessing. */
export const WRONG_CODES_AT_MOST = 3;

interface Pairing {
  readonly id: string;
  readonly origin: string;
  readonly code: string;
  readonly until: number;
  /** Set when the code is confirmed, until the page has fetched it. */
  token: string | undefined;
  wake: () => void;
}

export interface PairingsOptions {
  readonly now: () => number;
  readonly accept: (origin: string) => string;
}

export class Pairings {
  readonly #options: PairingsOptions;
  readonly #open = new Map<string, Pairing>();
  #wrongCodes = 0;
  /** Until when each page need not be announced again. Origins come from a fixed list. */
  readonly #announced = new Map<string, number>();

  constructor(options: PairingsOptions) {
    this.#options = options;
  }

  /** `isNews`: the page was not announced lately. A page that starts pairings repeatedly must not fill the terminal. */
  begin(origin: string): { readonly id: string; readonly code: string; readonly isNews: boolean } {
    this.#dropOld();
    const [oldest] = this.#open.values();
    if (oldest && this.#open.size >= OPEN_AT_MOST) this.#drop(oldest);
    const pairing: Pairing = {
      id: randomBytes(24).toString('base64url'),
      origin,
      code: this.#freshCode(),
      until: this.#options.now() + PAIRING_LIFE_MS,
      token: undefined,
      wake: () => undefined,
    };
    this.#wrongCodes = 0;
    this.#open.set(pairing.id, pairing);
    const isNews = (this.#announced.get(origin) ?? 0) <= this.#options.now();
    if (isNews) this.#announced.set(origin, pairing.until);
    return { ...pairing, isNews };
  }

  confirm(typed: string): string | undefined {
    this.#dropOld();
    // Keyboards for East Asian languages write digits, blanks and hyphens of double width.
    const code = typed.normalize('NFKC').replaceAll(/[\s-]/g, '');
    const waiting = [...this.#open.values()].filter(({ token }) => token === undefined);
    const found = waiting.find((pairing) => isSame(pairing.code, code));
    if (found === undefined) {
      if (++this.#wrongCodes >= WRONG_CODES_AT_MOST) for (const pairing of waiting) this.#drop(pairing);
      return undefined;
    }
    found.token = this.#options.accept(found.origin);
    this.#announced.delete(found.origin);
    found.wake();
    return found.origin;
  }

  async outcome(id: string, origin: string, waitMs: number): Promise<{ readonly token: string } | 'waiting' | 'ended'> {
    if (this.#find(id, origin)?.token === undefined) await this.#settled(id, origin, waitMs);
    const pairing = this.#find(id, origin);
    if (pairing === undefined) return 'ended';
    const { token } = pairing;
    if (token === undefined) return 'waiting';
    this.#open.delete(id);
    return { token };
  }

  close(): void {
    for (const pairing of this.#open.values()) this.#drop(pairing);
  }

  #find(id: string, origin: string): Pairing | undefined {
    this.#dropOld();
    const pairing = this.#open.get(id);
    return pairing?.origin === origin ? pairing : undefined;
  }

  #settled(id: string, origin: string, waitMs: number): Promise<void> {
    const pairing = this.#find(id, origin);
    if (pairing === undefined) return Promise.resolve();
    pairing.wake();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      pairing.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #freshCode(): string {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    return [...this.#open.values()].some((pairing) => pairing.code === code) ? this.#freshCode() : code;
  }

  #dropOld(): void {
    for (const pairing of this.#open.values()) if (pairing.until <= this.#options.now()) this.#drop(pairing);
  }

  #drop(pairing: Pairing): void {
    this.#open.delete(pairing.id);
    pairing.wake();
  }
}

const isSame = (code: string, typed: string): boolean =>
  IS_CODE.test(typed) && timingSafeEqual(Buffer.from(code), Buffer.from(typed));
