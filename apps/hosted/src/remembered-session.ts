import type { HostedSession } from '@authly/contract/operations/hosted-session';

const STORAGE_KEY = 'authly.hosted.session';

/** What the service no longer says after the end, so that the last screen and a reload still know it. */
export type RememberedFields = Pick<
  HostedSession,
  'session_id' | 'merchant_name' | 'merchant_logo_url' | 'locale' | 'return_origin'
>;

export class RememberedSession {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  #fields: RememberedFields | undefined;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined, token: string) {
    this.#storage = storage;
    this.#fields = this.#read(token);
  }

  get fields(): RememberedFields | undefined {
    return this.#fields;
  }

  /** Only a session that still runs carries them. */
  remember({ session_id, merchant_name, merchant_logo_url, locale, return_origin }: HostedSession): void {
    if (merchant_name === undefined) return;
    // JSON leaves out what is undefined.
    const text = JSON.stringify({ session_id, merchant_name, merchant_logo_url, locale, return_origin });
    if (text === JSON.stringify(this.#fields)) return;
    this.#fields = JSON.parse(text) as RememberedFields;
    try {
      this.#storage?.setItem(STORAGE_KEY, text);
    } catch {
      // Forbidden storage: a reload after the end knows less.
    }
  }

  /** The token begins with the id of its session: fields of another session are not this one's. */
  #read(token: string): RememberedFields | undefined {
    try {
      const fields = JSON.parse(this.#storage?.getItem(STORAGE_KEY) ?? 'null') as RememberedFields | null;
      return fields !== null && token.startsWith(`${fields.session_id}.`) ? fields : undefined;
    } catch {
      return undefined;
    }
  }
}
