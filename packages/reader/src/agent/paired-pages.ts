import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFE_MS = 90 * DAY_MS;
const KEPT_AT_MOST = 32;

interface PairedPage {
  readonly origin: string;
  /** SHA-256 of the token, in hex: the file alone opens nothing. */
  readonly token_hash: string;
  readonly until: number;
}

export class PairedPages {
  readonly #file: string;
  readonly #now: () => number;

  constructor(file: string, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  get origins(): readonly string[] {
    return this.#live().map(({ origin }) => origin);
  }

  add(origin: string): string {
    const token = randomBytes(32).toString('base64url');
    const page = { origin, token_hash: hashOf(token).toString('hex'), until: this.#now() + LIFE_MS };
    this.#write([...this.#live(), page].slice(-KEPT_AT_MOST));
    return token;
  }

  holds(token: string, origin: string): boolean {
    const hash = hashOf(token);
    // All are compared, so that the time reveals nothing.
    return this.#live()
      .filter((page) => isHash(page, hash))
      .some((page) => page.origin === origin);
  }

  clear(): void {
    this.#write([]);
  }

  /** Read each time, because `authly-reader unpair` empties the file while an agent runs. */
  #live(): readonly PairedPage[] {
    return readPages(this.#file).filter(({ until }) => until > this.#now());
  }

  #write(pages: readonly PairedPage[]): void {
    replaceFile(this.#file, JSON.stringify(pages, undefined, 2), 0o600);
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const isHash = (page: PairedPage, hash: Buffer): boolean => timingSafeEqual(Buffer.from(page.token_hash, 'hex'), hash);

export function replaceFile(file: string, text: string, mode: number): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${text}\n`, { mode });
  renameSync(unfinished, file);
}

/** A missing or damaged file means no pages: they pair again. */
function readPages(file: string): readonly PairedPage[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as PairedPage[]).filter(
      ({ origin, token_hash, until }) =>
        typeof origin === 'string' && /^[0-9a-f]{64}$/.test(token_hash) && typeof until === 'number',
    );
  } catch {
    return [];
  }
}
