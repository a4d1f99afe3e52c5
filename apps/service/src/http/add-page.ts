import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from './page.ts';

export function addPage(fastify: FastifyInstance, page: Page): void {
  fastify.get(page.path, (request, reply) => showPage(page, request, reply));
}

export function showPage({ type, headers, content }: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, gzipped } = content();
  reply.headers(headers).type(type);
  if (gzipped === undefined) return reply.send(body);
  reply.header('Vary', 'Accept-Encoding');
  return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    ? reply.header('Content-Encoding', 'gzip').send(gzipped)
    : reply.send(body);
}
