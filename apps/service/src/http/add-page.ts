import type { FastifyInstance } from 'fastify';
import type { Page } from './pages.ts';

export function addPage(fastify: FastifyInstance, { path, type, headers, content }: Page): void {
  fastify.get(path, (request, reply) => {
    const { body, gzipped } = content();
    reply.headers(headers).type(type);
    if (gzipped === undefined) return reply.send(body);
    reply.header('Vary', 'Accept-Encoding');
    return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('Content-Encoding', 'gzip').send(gzipped)
      : reply.send(body);
  });
}
