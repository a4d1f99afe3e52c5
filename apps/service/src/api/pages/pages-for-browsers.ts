import { OPERATIONS } from '@authly/contract/operation-table';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.ts';
import { PAGE_HEADERS } from '../../http/pages/page.ts';

/** Paths with these prefixes always return JSON: up to the version, or the first part if there is none. */
const API_PREFIXES = [...new Set(Object.values(OPERATIONS).map(({ path }) => /^.*?\/v\d+\/|^\/\w+\//.exec(path)![0]))];

/** A browser navigation accepts HTML; API clients do not, or accept anything. */
export function wantsPage({ method, headers, raw }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    /(?:^|[\s,])text\/html(?:$|[\s,;])/i.test(headers.accept ?? '') &&
    !API_PREFIXES.some((prefix) => raw.url?.startsWith(prefix))
  );
}

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({ ...PAGE_HEADERS, 'Cache-Control': 'no-store', Vary: 'Accept' })
    .type('text/html; charset=utf-8')
    .send(html);

/** A browser goes on to the docs. API clients get 404. */
export function addRoot(fastify: FastifyInstance): void {
  fastify.get('/', (request, reply) => {
    if (!wantsPage(request)) throw new ApiError('not_found');
    return reply.header('Vary', 'Accept').redirect(DOCS_PATHS.home);
  });
}

/** It contains nothing of the requested URL. */
export const notFoundPage = (): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page not found · Authly</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${DOCS_PATHS.style}"></head>
<body><main class="start"><img class="mark" src="${DOCS_PATHS.icon}" alt=""><h1>Page not found</h1><p>The address may be wrong, or the page may have moved. If you came from a shop, go back there and start again: each link works for one session only.</p><p class="actions"><a class="main button" href="${DOCS_PATHS.home}">Read the docs</a></p></main></body>
</html>
`;
