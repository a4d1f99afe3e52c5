import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { lifeOf, type CertificateLife } from '../runtime/certificate-life.ts';
import type { Environment } from '../runtime/environment.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { guardedConnect, guardedLookup } from './address-guard.ts';
import { Connection, MerchantConnections } from './merchant-connections.ts';

/** Beyond this number the least recently called merchant loses its connections. */
const MAX_MERCHANTS = 1000;

interface MerchantEndpoint {
  readonly bioBaseUrl: string;
  readonly bioCaPem: string | null;
  /** It has no slash at its end. */
  readonly basePath: string;
  readonly connections: MerchantConnections;
}

interface Options {
  /** Production never calls a private address. The demo shop of a sandbox runs on the same machine. */
  readonly environment: Environment;
  readonly lookup?: ReturnType<typeof guardedLookup>;
  readonly onCertificate?: ((merchantId: string, life: CertificateLife) => void) | undefined;
}

/** Each merchant has its own connections, so that a slow merchant delays no other, and its CA is trusted for no other. */
export class OutboundConnections {
  readonly #environment: Environment;
  readonly #lookup: ReturnType<typeof guardedLookup>;
  readonly #onCertificate: NonNullable<Options['onCertificate']>;
  readonly #merchants = new Map<string, MerchantEndpoint>();
  #closed = false;

  constructor({ environment, lookup = guardedLookup(), onCertificate = () => {} }: Options) {
    this.#environment = environment;
    this.#lookup = lookup;
    this.#onCertificate = onCertificate;
  }

  /** Throws ForbiddenAddressError for a forbidden literal address, and after `close`. */
  endpointOf({ id, bioBaseUrl, bioCaPem }: Pick<Merchant, 'id' | 'bioBaseUrl' | 'bioCaPem'>): MerchantEndpoint {
    if (this.#closed) throw new Error('connections to merchants were closed');
    const known = this.#merchants.get(id);
    const isSame = known?.bioBaseUrl === bioBaseUrl && known.bioCaPem === bioCaPem;
    this.#merchants.delete(id);
    if (!isSame) known?.connections.retire();
    const endpoint = isSame ? known : this.#open(id, bioBaseUrl, bioCaPem);
    // Keeps the map in the order of the last call.
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
    const connect = buildConnector({
      // The deadline of the attempt covers the connection setup.
      timeout: 0,
      allowH2: false,
      ...(bioCaPem !== null && { ca: bioCaPem }),
      ...(this.#environment === 'production' && guardedConnect(hostname, this.#lookup)),
    });
    const onSecure = (socket: TLSSocket): void => {
      const certificate = socket.getPeerX509Certificate();
      if (certificate !== undefined) this.#onCertificate(id, lifeOf(certificate));
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
