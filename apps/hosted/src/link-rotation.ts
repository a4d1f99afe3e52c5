import type { LinkVia } from '@authly/contract/wire/hosted/links';
import { LANGUAGE_FRAGMENT } from '@authly/contract/wire/page-addresses';
import type { HostedLink } from '@authly/contract/operations/hosted-link';
import { LINK_TOKEN_ROTATION_MS } from '@authly/contract/wire/session-times';
import type { Language } from '@authly/contract/wire/languages';
import { chosenLanguage } from '@authly/ui/words/page-words.ts';
import { useEffect, useState } from 'preact/hooks';
import type { HostedApi } from './hosted-api.ts';

const RETRY_MS = 2000;
const PATIENCE_MS = 1500;

type Link = Pick<HostedLink, 'app_url' | 'expires_at'> & Partial<Pick<HostedLink, 'next'>>;

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

  /** Asks for a new link, because after a phone has slept the shown one may be invalid. Never rejects. */
  async renew(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isSeen()) return;
    this.#hideInvalid();
    const reply = await this.#api.link(this.#via).catch(() => undefined);
    // The listener has already shown a link that arrived.
    if (this.#stopListening === undefined || reply?.body) return;
    this.#hideInvalid();
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

  #hideInvalid(): void {
    if (this.#shown && this.#api.clock.timeLeft(this.#shown.expires_at) > 0) return;
    this.#shown = undefined;
    this.#show(undefined);
  }

  #after(ms: number, then: () => unknown): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }
}

function freshLink(api: HostedApi, via: LinkVia): Link | undefined {
  const newest = api.links.newest(via);
  return newest && [newest, newest.next].find((link) => isNew(api, link));
}

const isNew = ({ clock }: HostedApi, { expires_at }: Link): boolean =>
  clock.timeLeft(expires_at) > 2 * LINK_TOKEN_ROTATION_MS;

export function useAppLink(api: HostedApi, via: LinkVia): string | undefined {
  // The first render already shows the link that came with the first response.
  const [url, show] = useState(() => freshLink(api, via)?.app_url);
  useEffect(() => {
    const rotation = new LinkRotation(api, via, show, () => !document.hidden);
    const onVisible = (): void => void rotation.renew();
    rotation.start();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      rotation.stop();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [api, via]);
  return url && withLanguage(url, chosenLanguage());
}

const withLanguage = (url: string, language: Language | undefined): string =>
  language === undefined ? url : `${url}&${LANGUAGE_FRAGMENT}=${language}`;
