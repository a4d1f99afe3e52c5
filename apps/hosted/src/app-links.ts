import type { LinkVia } from '@authly/contract/wire/hosted/links';
import type { HostedLink } from '@authly/contract/operations/hosted-link';

type Listener = (link: HostedLink) => void;

export class AppLinks {
  readonly #newest = new Map<LinkVia, HostedLink>();
  readonly #listeners = new Set<readonly [LinkVia, Listener]>();
  coming: readonly LinkVia[] = [];

  newest(via: LinkVia): HostedLink | undefined {
    return this.#newest.get(via);
  }

  put(via: LinkVia, link: HostedLink): void {
    this.#newest.set(via, link);
    for (const [wanted, listener] of this.#listeners) if (wanted === via) listener(link);
  }

  listen(via: LinkVia, listener: Listener): () => void {
    const entry = [via, listener] as const;
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }
}
