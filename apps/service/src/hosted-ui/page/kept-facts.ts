import type { HostedSession } from '@authly/contract/hosted/session';

const KEPT_AS = 'authly.hosted.facts';

/** What the service no longer tells after the end, kept from before it, so that the last screen and a reload still know it. */
export type KeptFacts = Pick<HostedSession, 'session_id' | 'merchant_name' | 'locale' | 'return_origin' | 'expires_at'>;

export class FactKeeper {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  #facts: KeptFacts | undefined;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined, token: string) {
    this.#storage = storage;
    this.#facts = this.#read(token);
  }

  get facts(): KeptFacts | undefined {
    return this.#facts;
  }

  /** Only a session that still runs carries them. */
  keep({ session_id, merchant_name, locale, return_origin, expires_at }: HostedSession): void {
    if (merchant_name === undefined) return;
    // JSON leaves out what is undefined.
    const text = JSON.stringify({ session_id, merchant_name, locale, return_origin, expires_at });
    if (text === JSON.stringify(this.#facts)) return;
    this.#facts = JSON.parse(text) as KeptFacts;
    try {
      this.#storage?.setItem(KEPT_AS, text);
    } catch {
      // Forbidden storage: a reload after the end knows less.
    }
  }

  /** The token begins with the id of its session: facts of another session are not this one's. */
  #read(token: string): KeptFacts | undefined {
    try {
      const facts = JSON.parse(this.#storage?.getItem(KEPT_AS) ?? 'null') as KeptFacts | null;
      return facts !== null && token.startsWith(`${facts.session_id}.`) ? facts : undefined;
    } catch {
      return undefined;
    }
  }
}
