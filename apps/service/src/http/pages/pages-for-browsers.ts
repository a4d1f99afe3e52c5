import { OPERATIONS } from '@authly/contract/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { landingPage } from './small-pages.ts';
import type { Environment } from '../../config/environment.ts';
import { ApiError } from '../api-error.ts';
import { PAGE_HEADERS } from './page.ts';

/** Below these everything is answered in JSON, whoever asks: a path up to its version, or to what it is about where it has none. */
const API_PREFIXES = [...new Set(Object.values(OPERATIONS).map(({ path }) => /^.*?\/v\d+\/|^\/\w+\//.exec(path)![0]))];

/** A browser that opens an address says that it wants HTML; programs do not, or take anything. */
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

/** `/` is a page for people. For programs there is nothing. */
export function addLanding(fastify: FastifyInstance, environment: Environment): void {
  fastify.get('/', (request, reply) => {
    if (!wantsPage(request)) throw new ApiError('not_found');
    return sendPage(reply, landingPage(environment));
  });
}
