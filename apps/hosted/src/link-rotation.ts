import type { LinkVia } from '@authly/contract/hosted/links';
import type { HostedLink } from '@authly/contract/operations/hosted-link';
import { LINK_TOKEN_ROTATION_MS } from '@authly/contract/session-times';
import type { HostedApi } from './hosted-api.ts';

const RETRY_MS = 2000;
/** What the event stream brings may be on its way for so long before it is asked for. */
const PATIENCE_MS = 1500;

/** One that came, or one that came along with it for later. */
type Link = Pick<HostedLink, 'app_url' | 'expires_at'> & Partial<Pick<HostedLink, 'next'>>;

/** A new link every ten seconds while anybody can see it. None while there is no live one. */
export class LinkRotation {
  readonly #api: HostedApi;
  readonly #via: LinkVia;
  readonly #show: (url: string | undefined) => void;
  readonly #isSeen: () => boolean;
  #shown: Link | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void) | undefined;

  constructor(api: HostedApi, via: LinkVia, show: (url: string | undefined) => void, isSeen: () => boolean) {
    this.#api = api;
    this.#via = via;
    this.#show = show;
    this.#isSeen = isSeen;
  }

  start(): void {
    this.#stopListening = this.#api.links.listen(this.#via, (link) => this.#take(link));
    const given = freshLink(this.#api, this.#via);
    if (given) this.#take(given);
    else void this.renew();
  }

  stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    clearTimeout(this.#timer);
  }

  /** Asks for one, whatever is shown: after a phone has slept that may be dead. Never rejects. */
  async renew(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isSeen()) return;
    this.#hideDead();
    const reply = await this.#api.link(this.#via).catch(() => undefined);
    // One that came has been taken by then.
    if (this.#stopListening === undefined || reply?.body) return;
    this.#hideDead();
    this.#after(RETRY_MS, () => this.renew());
  }

  #take(link: Link): void {
    this.#shown = link;
    this.#show(link.app_url);
    const { next } = link;
    const mayBeComing = next === undefined && this.#api.links.coming.includes(this.#via);
    this.#after(LINK_TOKEN_ROTATION_MS + (mayBeComing ? PATIENCE_MS : 0), () => {
      if (next && this.#isSeen() && isNew(this.#api, next)) this.#take(next);
      else void this.renew();
    });
  }

  /** Better none for a moment. */
  #hideDead(): void {
    if (this.#shown && this.#api.clock.timeLeft(this.#shown.expires_at) > 0) return;
    this.#shown = undefined;
    this.#show(undefined);
  }

  #after(ms: number, then: () => unknown): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }
}

/** What came already, if it is as good as a new one. */
export function freshLink(api: HostedApi, via: LinkVia): Link | undefined {
  const newest = api.links.newest(via);
  return newest && [newest, newest.next].find((link) => isNew(api, link));
}

const isNew = ({ clock }: HostedApi, { expires_at }: Link): boolean =>
  clock.timeLeft(expires_at) > 2 * LINK_TOKEN_ROTATION_MS;
