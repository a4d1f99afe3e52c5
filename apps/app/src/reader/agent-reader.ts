import { READER_AGENT_ORIGIN } from '@authly/contract/wire/reader-agent';
import type { Image } from '@authly/fingerprint';
import type { PageStorage } from '@authly/ui/storage.ts';

const TOKEN = 'authly.app.reader-token';
const MAX_SIDE = 2000;

/** Each fault but `not_paired` has a sentence, `reader_fault_…`. */
const FAULTS = {
  not_paired: 'not_paired',
  library_missing: 'no_reader',
  no_reader: 'no_reader',
  no_permission: 'no_reader',
  no_images: 'no_images',
  reader_busy: 'busy',
  touch_again: 'capture_again',
  no_touch: 'no_finger',
} as const;

export class ReaderFault extends Error {
  override readonly name = 'ReaderFault';
  readonly code: (typeof FAULTS)[keyof typeof FAULTS] | 'failed';

  constructor(code: ReaderFault['code']) {
    super(code);
    this.code = code;
  }
}

type Body = Readonly<Record<string, unknown>>;

/** The local `authly-reader serve`. Calls reject with another error than `ReaderFault` if it does not answer. */
export class AgentReader {
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

  /** False if the code expires before it is entered at the agent. */
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
    if (status === 200) return imageOf(body);
    const code = (body['error'] as { code?: string } | undefined)?.code ?? '';
    if (code === 'not_paired') this.isPaired = false;
    throw new ReaderFault(Object.hasOwn(FAULTS, code) ? FAULTS[code as keyof typeof FAULTS] : 'failed');
  }

  async #call(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: Body }> {
    const token = this.#storage.get(TOKEN);
    const answer = await fetch(`${READER_AGENT_ORIGIN}/reader/${path}`, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      signal,
      ...(token && { headers: { Authorization: `Bearer ${token}` } }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }
}

/** Checks an image: any program can listen on the agent's port. */
export function imageOf({ width, height, dpi, pixels: base64 }: Body): Image {
  const isSide = (side: unknown): side is number =>
    typeof side === 'number' && Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
  const isDpi = typeof dpi === 'number' && dpi >= 100 && dpi <= 4000;
  const pixels = bytesOf(base64);
  if (!isSide(width) || !isSide(height) || !isDpi || pixels.length !== width * height) throw new ReaderFault('failed');
  return { width, height, dpi, pixels };
}

function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64 as string), (character) => character.charCodeAt(0));
  } catch {
    throw new ReaderFault('failed');
  }
}
