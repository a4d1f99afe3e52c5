import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { Merchant } from '../merchants/merchant.ts';
import { guardedLookup, guardLiteralHost } from './address-guard.ts';
import { Connection, MerchantConnections } from './merchant-connections.ts';

/** Merchants with connections at a time; the one that was called longest ago goes first. */
const MAX_MERCHANTS = 1000;

interface MerchantEndpoint {
  readonly bioBaseUrl: string;
  readonly bioCaPem: string | null;
  /** The path of the base address, without a slash at its end. */
  readonly basePath: string;
  readonly connections: MerchantConnections;
}

interface Options {
  /** Only the sandbox may allow private addresses. */
  readonly allowPrivateAddresses: boolean;
  readonly lookup?: ReturnType<typeof guardedLookup>;
  /** Called with the end of a merchant's certificate, at each new connection. */
  readonly onCertificate?: ((merchantId: string, expiresAt: number) => void) | undefined;
}

/** Kept-alive connections, each merchant with its own: one that is slow holds up nobody else, and its CA vouches for nobody else. */
export class BioConnections {
  readonly #allowPrivateAddresses: boolean;
  readonly #lookup: ReturnType<typeof guardedLookup>;
  readonly #onCertificate: NonNullable<Options['onCertificate']>;
  readonly #merchants = new Map<string, MerchantEndpoint>();
  #closed = false;

  constructor({ allowPrivateAddresses, lookup = guardedLookup(), onCertificate = () => {} }: Options) {
    this.#allowPrivateAddresses = allowPrivateAddresses;
    this.#lookup = lookup;
    this.#onCertificate = onCertificate;
  }

  /** Throws ForbiddenAddressError for a host that is a forbidden address itself; and once it was closed. */
  endpointOf({ id, bioBaseUrl, bioCaPem }: Pick<Merchant, 'id' | 'bioBaseUrl' | 'bioCaPem'>): MerchantEndpoint {
    if (this.#closed) throw new Error('connections to merchants were closed');
    const known = this.#merchants.get(id);
    const isSame = known?.bioBaseUrl === bioBaseUrl && known.bioCaPem === bioCaPem;
    this.#merchants.delete(id);
    if (!isSame) known?.connections.retire();
    const endpoint = isSame ? known : this.#open(id, bioBaseUrl, bioCaPem);
    // At the end again: the order is that of the last call.
    this.#merchants.set(id, endpoint);
    if (this.#merchants.size > MAX_MERCHANTS) this.#retireOldest();
    return endpoint;
  }

  close(): void {
    this.#closed = true;
    for (const { connections } of this.#merchants.values()) connections.destroy();
    this.#merchants.clear();
  }

  #open(id: string, bioBaseUrl: string, bioCaPem: string | null): MerchantEndpoint {
    const { hostname, origin, pathname } = new URL(bioBaseUrl);
    if (!this.#allowPrivateAddresses) guardLiteralHost(hostname);
    const connect = buildConnector({
      // No timeout here: the attempt's own deadline covers the connection's setup.
      timeout: 0,
      allowH2: false,
      ...(bioCaPem !== null && { ca: bioCaPem }),
      ...(!this.#allowPrivateAddresses && { lookup: this.#lookup }),
    });
    const onSecure = (socket: TLSSocket): void => {
      const expiresAt = socket.getPeerX509Certificate()?.validToDate.getTime();
      if (expiresAt !== undefined) this.#onCertificate(id, expiresAt);
    };
    return {
      bioBaseUrl,
      bioCaPem,
      basePath: pathname.replace(/\/+$/, ''),
      connections: new MerchantConnections(() => new Connection(origin, connect, onSecure)),
    };
  }

  #retireOldest(): void {
    const [id, { connections }] = this.#merchants.entries().next().value!;
    this.#merchants.delete(id);
    connections.retire();
  }
}
