import type { IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '@authly/contract/operation-table';
import type { AddressGroups } from '../http/addresses.ts';
import type { App } from './app.ts';
import type { RequestBody } from '../http/limits/request-body.ts';

/** Unparsed, so that each step decides in the contract's order. */
export interface ApiCall {
  readonly operation: OperationName;
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  /** Not decoded. Never logged. */
  readonly rawQuery: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** Behind a trusted proxy, the address that the proxy names. */
  readonly from: AddressGroups;
  readonly disconnected: () => AbortSignal;
  /** Runs work after the response. The service does not stop before it has finished. */
  readonly afterAnswer: (work: () => Promise<void>) => void;
  /** They go into the header `Authly-Warning`. Production has none. */
  readonly warnings: Set<string> | undefined;
  readonly who: { merchantId?: string; clientId?: string; sessionId?: string };
}

export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly events?: Events;
  /** Added to `Cache-Control: no-store`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a function that stops. It runs once. */
export type Events = (to: EventSink) => () => void;

export interface EventSink {
  send(event: string): void;
  end(): void;
}

/** An endpoint. Its steps are in the contract's order of errors. */
export type Handle = (call: ApiCall, app: App) => Promise<ApiAnswer>;
