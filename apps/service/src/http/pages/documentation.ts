import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BIO_OPENAPI_PATH, OPENAPI_PATH, SIGNATURE_VECTORS_PATH } from '../../docs/addresses.ts';
import { showPage } from './page.ts';
import type { DocumentationOptions } from './documentation-pages.ts';
import type { Page } from './page.ts';

const PATHS = ['/docs', '/docs/*', OPENAPI_PATH, BIO_OPENAPI_PATH, SIGNATURE_VECTORS_PATH];

/** The docs, for people and tools. Loaded for who asks first: no start waits for them. */
export function addDocumentation(fastify: FastifyInstance, options: DocumentationOptions): void {
  let pages: Promise<ReadonlyMap<string, Page>> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    pages ??= pagesOf(options);
    const { '*': below } = request.params as { '*'?: string };
    const page = (await pages).get(below === undefined ? request.routeOptions.url! : `/docs/${below}`);
    if (page) return showPage(page, request, reply);
    reply.callNotFound();
    return reply;
  };
  for (const path of PATHS) fastify.get(path, show);
}

async function pagesOf(options: DocumentationOptions): Promise<ReadonlyMap<string, Page>> {
  const { documentationPages } = await import('./documentation-pages.ts');
  return new Map(documentationPages(options).map((page) => [page.path, page]));
}
