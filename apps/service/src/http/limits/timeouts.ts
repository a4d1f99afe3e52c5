import type { ServerOptions, ServerResponse } from 'node:http';
import type { TlsOptions } from 'node:tls';
import { HEADERS_ARRIVAL_MS, REQUEST_ARRIVAL_MS } from '../../lifecycle/drain-time.ts';

/** How long a client may take, in milliseconds. */
export interface Timeouts {
  readonly handshakeMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
  /** A connection without a request. */
  readonly keepAliveMs: number;
  /** An answer of which the client takes nothing. */
  readonly stalledMs: number;
}

export const API_TIMEOUTS: Timeouts = {
  handshakeMs: 10_000,
  headersMs: HEADERS_ARRIVAL_MS,
  requestMs: REQUEST_ARRIVAL_MS,
  keepAliveMs: 65_000,
  stalledMs: 20_000,
};

/** For the ports beside the API's, whose requests are small. */
export const SMALL_TIMEOUTS: Timeouts = {
  handshakeMs: 10_000,
  headersMs: 5000,
  requestMs: 15_000,
  keepAliveMs: 5000,
  stalledMs: 20_000,
};

/** The same as options of Node's servers, which answer 408 or close. */
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
  // How often Node looks; its default is 30 s.
  connectionsCheckingInterval: Math.min(1000, headersMs),
});

/** Closes the connection of a client that takes nothing of its answer. One that waits for an answer is left alone. */
export function closeStalled(response: ServerResponse, stalledMs: number, onCutOff: (why: 'stalled') => void): void {
  response.setTimeout(stalledMs, () => {
    const { socket } = response;
    if (socket === null || socket.writableLength === 0) return;
    onCutOff('stalled');
    socket.destroy();
  });
}
