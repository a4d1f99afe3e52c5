import { hash, timingSafeEqual } from 'node:crypto';
import { isMerchantCall, OPERATION_NAMES } from '@authly/contract/operation-table';
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ApiError, orRefuse } from '../../http/api-error.ts';
import { RequestBody } from '../../http/limits/request-body.ts';
import { shape } from '../../http/shape.ts';
import { SandboxCaller, type TryIt } from './sandbox-caller.ts';

const MAX_BYTES = 16_384;

const REQUEST = Type.Object({
  operation: Type.Enum(OPERATION_NAMES.filter(isMerchantCall)),
  parameters: Type.Record(Type.String(), Type.String({ maxLength: 256 })),
  query: Type.Record(Type.String(), Type.String({ maxLength: 256 })),
  body: Type.Optional(Type.String({ maxLength: MAX_BYTES })),
});

export const addTryIt =
  (tryIt: TryIt) =>
  (fastify: FastifyInstance): void => {
    const caller = new SandboxCaller(tryIt);
    const requestShape = shape(REQUEST);
    fastify.addHook('onClose', () => caller.close());
    fastify.post(DOCS_PATHS.tryItCalls, { bodyLimit: MAX_BYTES * 2 }, async (request, reply) => {
      if (!isSame(request.headers.authorization, `Bearer ${tryIt.key}`)) throw new ApiError('invalid_token');
      const body = Buffer.from(await bodyOf(request)).toString('utf8');
      const tried = requestShape(orRefuse('The body is not JSON.', (): unknown => JSON.parse(body)));
      return reply.header('Cache-Control', 'no-store').send(await caller.call(tried, ownAddress(request)));
    });
  };

/** Compares hashes, so that the time does not depend on the key. */
const isSame = (sent = '', expected: string): boolean =>
  timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', expected, 'buffer'));

const bodyOf = (request: FastifyRequest): Promise<Uint8Array> =>
  new RequestBody(request.raw, { maxBytes: MAX_BYTES * 2 }).read();

/** The address of this connection's server: the sandbox calls itself, independent of its public name. */
const ownAddress = ({ socket }: FastifyRequest): string => {
  const { localAddress = '127.0.0.1', localPort } = socket;
  return `https://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
};
