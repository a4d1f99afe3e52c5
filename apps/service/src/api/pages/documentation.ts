import { DOCS_PATHS } from '@authly/contract/page-addresses';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentationOptions } from './documentation-pages.ts';
import { showPage, type Page } from '../../http/pages/page.ts';

const PATHS = [
  DOCS_PATHS.home,
  `${DOCS_PATHS.home}/*`,
  DOCS_PATHS.openApi,
  DOCS_PATHS.bioOpenApi,
  DOCS_PATHS.signatureVectors,
  DOCS_PATHS.sealingVectors,
  DOCS_PATHS.sampleRecords,
];

/** The docs, for people and tools. Loaded for who asks first: no start waits for them. */
export function addDocumentation(fastify: FastifyInstance, options: DocumentationOptions): void {
  let pages: Promise<ReadonlyMap<string, Page>> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    pages ??= pagesOf(options);
    const { '*': below } = request.params as { '*'?: string };
    const page = (await pages).get(below === undefined ? request.routeOptions.url! : `${DOCS_PATHS.home}/${below}`);
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
