import { LOCAL_READERS } from '@authly/contract/local-readers';
import type { Image } from '@authly/fingerprint';
import { bytesOf, imageOf, ReaderFault, type LocalReader } from './local-reader.ts';

type TokenStorage = Pick<Storage, 'getItem' | 'setItem'>;

const TOKEN = 'authly.app.reader-token';

/** The agent's words, and what they mean for a person in front of the page. */
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
  readonly #storage: TokenStorage | undefined;

  constructor(storage: TokenStorage | undefined) {
    this.#storage = storage;
  }

  /** Whether an agent answers. The browser may ask the person first, so this may take as long as a person does. */
  async look(signal: AbortSignal): Promise<boolean> {
    const reply = await this.#call('GET', 'agent', signal).catch(() => undefined);
    this.isPaired = reply?.body['paired'] === true;
    return reply?.body['agent'] === 'authly-reader';
  }

  /** Shows a code until somebody has typed it at the agent. False where nobody did. */
  async pair(onCode: (code: string) => void, signal: AbortSignal): Promise<boolean> {
    const { status, body } = await this.#call('POST', 'pairings', signal);
    if (status !== 200) throw new ReaderFault('failed');
    onCode(String(body['code']));
    for (;;) {
      const reply = await this.#call('GET', `pairings/${String(body['pairing_id'])}`, signal);
      if (reply.status !== 200) return false;
      if (reply.body['status'] === 'waiting') continue;
      this.#storage?.setItem(TOKEN, String(reply.body['token']));
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
    const token = this.#storage?.getItem(TOKEN);
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
