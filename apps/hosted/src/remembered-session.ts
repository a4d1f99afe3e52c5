import type { HostedSession } from '@authly/contract/operations/hosted-session';
import type { PageStorage } from '@authly/ui/storage.ts';

const STORAGE_KEY = 'authly.hosted.session';

/** Fields that the service no longer returns after the end. */
export type RememberedFields = Pick<
  HostedSession,
  'session_id' | 'merchant_name' | 'merchant_logo_url' | 'locale' | 'return_origin'
>;

export class RememberedSession {
  readonly #storage: PageStorage;
  #fields: RememberedFields | undefined;

  constructor(storage: PageStorage, token: string) {
    this.#storage = storage;
    this.#fields = this.#read(token);
  }

  get fields(): RememberedFields | undefined {
    return this.#fields;
  }

  /** Only a session that has not ended has these fields. */
  remember({ session_id, merchant_name, merchant_logo_url, locale, return_origin }: HostedSession): void {
    if (merchant_name === undefined) return;
    const text = JSON.stringify({ session_id, merchant_name, merchant_logo_url, locale, return_origin });
    if (text === JSON.stringify(this.#fields)) return;
    this.#fields = JSON.parse(text) as RememberedFields;
    this.#storage.set(STORAGE_KEY, text);
  }

  /** A token begins with its session's id: fields of another session are not used. */
  #read(token: string): RememberedFields | undefined {
    try {
      const fields = JSON.parse(this.#storage.get(STORAGE_KEY) ?? 'null') as RememberedFields | null;
      return fields !== null && token.startsWith(`${fields.session_id}.`) ? fields : undefined;
    } catch {
      return undefined;
    }
  }
}
