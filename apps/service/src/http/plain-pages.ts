import type { IncomingHttpHeaders } from 'node:http';

export interface PlainPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the plain port of a sandbox answers itself instead of redirecting, by path. Never in production. */
export type PlainPages = Readonly<Record<string, (headers: IncomingHttpHeaders) => PlainPage>>;
