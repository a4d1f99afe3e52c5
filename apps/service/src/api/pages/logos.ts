import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import type { FastifyInstance } from 'fastify';
import { isLogoId } from '../../merchants/logo/logo.ts';
import { ApiError } from '../../http/api-error.ts';
import type { App } from '../app.ts';

/** A logo that is opened as a document may do nothing; in our pages it is an image. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The URL contains the hash of the content.
  'Cache-Control': 'public, max-age=31536000, immutable',
};

export function addLogos(fastify: FastifyInstance, { store }: App): void {
  fastify.get<{ Params: { id: string } }>(`${PAGE_PATHS.logos}:id`, async ({ params: { id } }, reply) => {
    const bytes = isLogoId(id) ? await store.merchants.findLogo(id) : undefined;
    if (!bytes) throw new ApiError('not_found');
    return reply.headers(HEADERS).type('image/png').send(Buffer.from(bytes));
  });
}
