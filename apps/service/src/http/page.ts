/** What the service shows to people and tools besides the API. */
export interface Page {
  readonly path: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made when it is asked for first, and kept. */
  readonly content: () => Content;
}

/** The better one first. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

export interface Content {
  readonly body: string | Uint8Array;
  /** The same, for clients that take it so, by the name of the coding. */
  readonly coded?: Partial<Readonly<Record<Coding, Uint8Array>>>;
}

/** Scripts only add to what is there, and come from here: no inline one, no outside host. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};
