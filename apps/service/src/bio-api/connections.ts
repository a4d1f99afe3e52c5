import { buildConnector } from 'undici';
import type { Merchant } from '../merchants/merchant.ts';
import { guardedLookup, guardLiteralHost } from './address-guard.ts';
import { Connection, MerchantConnections } from './merchant-connections.ts';

/** Merchants with connections at a time; the one that was called longest ago goes first. */
const MOST_MERCHANTS = 1000;

interface Known {
  readonly origin: string;
  readonly caPem: string | null;
  readonly connections: MerchantConnections;
}

interface Options {
  /** Only the sandbox may allow private addresses. */
  readonly allowPrivateAddresses: boolean;
  readonly lookup?: ReturnType<typeof guardedLookup>;
}

/** Kept-alive connections, each merchant with its own: one that is slow holds up nobody else, and its CA vouches for nobody else. */
export class BioConnections {
  readonly #allowPrivateAddresses: boolean;
  readonly #lookup: ReturnType<typeof guardedLookup>;
  readonly #merchants = new Map<string, Known>();
  #closed = false;

  constructor({ allowPrivateAddresses, lookup = guardedLookup() }: Options) {
    this.#allowPrivateAddresses = allowPrivateAddresses;
    this.#lookup = lookup;
  }

  /** Throws ForbiddenAddressError for a host that is a forbidden address itself; and once it was closed. */
  to({ id, bioCaPem }: Pick<Merchant, 'id' | 'bioCaPem'>, url: URL): MerchantConnections {
    if (this.#closed) throw new Error('connections to merchants were closed');
    const known = this.#merchants.get(id);
    this.#merchants.delete(id);
    if (known !== undefined && known.origin === url.origin && known.caPem === bioCaPem) {
      this.#merchants.set(id, known);
      return known.connections;
    }
    known?.connections.retire();
    if (!this.#allowPrivateAddresses) guardLiteralHost(url.hostname);
    const connections = this.#open(url.origin, bioCaPem);
    this.#merchants.set(id, { origin: url.origin, caPem: bioCaPem, connections });
    if (this.#merchants.size > MOST_MERCHANTS) this.#retireOldest();
    return connections;
  }

  close(): void {
    this.#closed = true;
    for (const { connections } of this.#merchants.values()) connections.destroy();
    this.#merchants.clear();
  }

  #open(origin: string, caPem: string | null): MerchantConnections {
    const connect = buildConnector({
      // No timeout here: the attempt's own deadline covers the connection's setup.
      timeout: 0,
      allowH2: false,
      ...(caPem !== null && { ca: caPem }),
      ...(!this.#allowPrivateAddresses && { lookup: this.#lookup }),
    });
    return new MerchantConnections(() => new Connection(origin, connect));
  }

  #retireOldest(): void {
    const [id, { connections }] = this.#merchants.entries().next().value!;
    this.#merchants.delete(id);
    connections.retire();
  }
}
