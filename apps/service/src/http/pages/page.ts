import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface Page {
  readonly path: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Made at the first request and cached. */
  readonly content: () => Content;
}

/** The first one is preferred. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

interface Content {
  readonly body: string | Uint8Array;
  readonly coded?: Partial<Readonly<Record<Coding, Uint8Array>>>;
}

/** No inline script and no other host. */
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

/** Read and compressed at the first request. `br`: compressed by the build. */
export function filePage(ending: string, read: () => string | Buffer, br?: Buffer): Pick<Page, 'type' | 'content'> {
  let content: Content | undefined;
  const made = (): Content => {
    const content = read();
    // One copy for all requests.
    const body = typeof content === 'string' ? Buffer.from(content) : content;
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

/** Returns false also for a coding with q=0. */
const takes = (coding: Coding, accepted = ''): boolean =>
  accepted.split(',').some((each) => {
    const [name = '', ...weight] = each.split(';');
    return name.trim().toLowerCase() === coding && !/^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(weight.join(';'));
  });
