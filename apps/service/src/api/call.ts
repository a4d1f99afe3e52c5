import type { IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '@authly/contract/operations';
import type { App } from './app.ts';
import type { RequestBody } from '../http/limits/request-body.ts';

/** One request as an endpoint sees it: raw, so that each step decides in the contract's order. */
export interface ApiCall {
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
  /** Work that neither the answer nor its time depends on. The service does not stop before it is done. */
  readonly afterAnswer: (work: () => Promise<void>) => void;
  /** For the header `Authly-Warning`. Undefined in production. */
  readonly warnings: Set<string> | undefined;
  /** For the log lines: who called, and for which session. */
  readonly who: { merchantId?: string; clientId?: string; sessionId?: string };
}

export interface ApiAnswer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Server-sent events instead. */
  readonly events?: Events;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Begins to send events, and returns how to stop. Stopped once, whoever ends it: the client, or whoever sends. */
export type Events = (to: EventSink) => () => void;

export interface EventSink {
  send(event: string): void;
  end(): void;
}

/** One operation of the contract and what it does. The steps of `handle` stand in the order in which they refuse. */
export interface Endpoint {
  readonly operation: OperationName;
  handle(call: ApiCall, app: App): Promise<ApiAnswer>;
}
