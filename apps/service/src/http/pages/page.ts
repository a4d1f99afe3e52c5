import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What the service shows to people and tools besides the API. */
export interface Page {
  readonly path: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made when it is asked for first, and kept. */
  readonly content: () => Content;
}

/** The better one first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

interface Content {
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

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};
const COMPRESSED = new Set(['html', 'js', 'css', 'svg', 'json', 'webmanifest']);

/** A file by its ending, read and compressed for who asks first: a start does not wait for it. `br`: what the build has compressed. */
export function filePage(ending: string, read: () => string | Buffer, br?: Buffer): Pick<Page, 'type' | 'content'> {
  let content: Content | undefined;
  const made = (): Content => {
    const body = read();
    return COMPRESSED.has(ending)
      ? { body, coded: { gzip: gzipSync(body, { level: 9 }), ...(br && { br }) } }
      : { body };
  };
  return { type: TYPES[ending] ?? 'application/octet-stream', content: () => (content ??= made()) };
}

export function addPage(fastify: FastifyInstance, page: Page): void {
  fastify.get(page.path, (request, reply) => showPage(page, request, reply));
}

export function showPage({ type, headers, content }: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, coded } = content();
  reply.headers(headers).type(type);
  if (coded === undefined) return reply.send(body);
  reply.header('Vary', 'Accept-Encoding');
  const coding = CODINGS.find((each) => coded[each] && takes(each, request.headers['accept-encoding']));
  return coding === undefined ? reply.send(body) : reply.header('Content-Encoding', coding).send(coded[coding]);
}

/** Whether a client names a coding, and not to say that it will not have it. */
const takes = (coding: Coding, accepted = ''): boolean =>
  accepted.split(',').some((each) => {
    const [name = '', ...weight] = each.split(';');
    return name.trim().toLowerCase() === coding && !/^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(weight.join(';'));
  });
