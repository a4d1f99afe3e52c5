import type { ServerOptions } from 'node:http';
import type { TlsOptions } from 'node:tls';

export interface Timeouts {
  readonly handshakeMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** A response that the client does not read. */
  readonly stalledMs: number;
}

export const API_TIMEOUTS: Timeouts = {
  handshakeMs: 10_000,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  stalledMs: 20_000,
};

/** The operations and redirect ports use these: their requests are small. */
export const SMALL_TIMEOUTS: Timeouts = {
  ...API_TIMEOUTS,
  headersMs: 5000,
  requestMs: 15_000,
  keepAliveMs: 5000,
};

export const nodeTimeouts = ({
  handshakeMs,
  headersMs,
  requestMs,
  keepAliveMs,
}: Timeouts): ServerOptions & Pick<TlsOptions, 'handshakeTimeout'> => ({
  handshakeTimeout: handshakeMs,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  keepAliveTimeout: keepAliveMs,
  // How often Node checks; its default is 30 s.
  connectionsCheckingInterval: Math.min(1000, headersMs),
});
