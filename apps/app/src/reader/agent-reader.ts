import { LOCAL_READERS } from '@authly/contract/local-readers';
import type { Image } from '@authly/fingerprint';
import type { PageStorage } from '@authly/ui/storage.ts';
import { bytesOf, imageOf, ReaderFault, type LocalReader } from './local-reader.ts';

const TOKEN = 'authly.app.reader-token';

/** The agent's error codes as faults of this page. */
const FAULTS: Readonly<Record<string, ReaderFault['code']>> = {
  not_paired: 'not_paired',
  library_missing: 'no_reader',
  no_reader: 'no_reader',
  no_permission: 'no_reader',
  no_images: 'no_images',
  reader_busy: 'busy',
  touch_again: 'capture_again',
  no_touch: 'no_finger',
};

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `authly-reader serve` on this machine. */
export class AgentReader implements LocalReader {
  readonly kind = 'agent';
  isPaired = false;
  readonly #storage: PageStorage;

  constructor(storage: PageStorage) {
    this.#storage = storage;
  }

  /** Whether an agent answers. The browser may ask the user first, so there is no timeout. */
  async look(signal: AbortSignal): Promise<boolean> {
    const reply = await this.#call('GET', 'agent', signal).catch(() => undefined);
    this.isPaired = reply?.body['paired'] === true;
    return reply?.body['agent'] === 'authly-reader';
  }

  /** Shows a code until it is entered at the agent. False when it expires first. */
  async pair(onCode: (code: string) => void, signal: AbortSignal): Promise<boolean> {
    const { status, body } = await this.#call('POST', 'pairings', signal);
    if (status !== 200) throw new ReaderFault('failed');
    onCode(String(body['code']));
    for (;;) {
      const reply = await this.#call('GET', `pairings/${String(body['pairing_id'])}`, signal);
      if (reply.status !== 200) return false;
      if (reply.body['status'] === 'waiting') continue;
      this.#storage.set(TOKEN, String(reply.body['token']));
      this.isPaired = true;
      return true;
    }
  }

  async capture(signal: AbortSignal): Promise<Image> {
    const { status, body } = await this.#call('POST', 'captures', signal);
    if (status === 200) return imageOf(body['width'], body['height'], body['dpi'], bytesOf(body['pixels']));
    const code = (body['error'] as { code?: string } | undefined)?.code ?? '';
    if (code === 'not_paired') this.isPaired = false;
    throw new ReaderFault(FAULTS[code] ?? 'failed');
  }

  async #call(method: 'GET' | 'POST', path: string, signal: AbortSignal): Promise<Reply> {
    const token = this.#storage.get(TOKEN);
    const answer = await fetch(`${LOCAL_READERS.agent}/reader/${path}`, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      signal,
      ...(token && { headers: { Authorization: `Bearer ${token}` } }),
    });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  }
}
