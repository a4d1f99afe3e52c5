import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODINGS, type Coding, type Page } from './page.ts';

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
