import type { IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '@authly/contract/operations';
import type { RequestBody } from './request-body.ts';

/** One request as an endpoint sees it: raw, so that each step decides in the contract's order. */
export interface Call {
  readonly operation: OperationName;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  /** After the question mark, undecoded. Never logged. */
  readonly rawQuery: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** The client's address; behind a trusted proxy, the one that the proxy names. */
  readonly address: string;
  /** Aborted when the client has disconnected. */
  readonly disconnected: () => AbortSignal;
  /** For the log line: who called. */
  readonly who: { merchantId?: string; clientId?: string };
}

export interface Answer {
  readonly status: number;
  /** Sent as JSON; an async iterable of texts is sent as server-sent events, each as it comes. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
