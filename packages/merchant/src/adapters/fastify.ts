import type { IncomingMessage } from 'node:http';
import { BIO_OPERATIONS } from '@authly/contract/operation-table';
import type { BioApi } from '../bio/create-bio-api.ts';
import { readRawBody, toRequest } from './node.ts';

interface FastifyLike {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: IncomingMessage, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  route(options: {
    method: string[];
    url: string;
    exposeHeadRoute: boolean;
    handler: (request: RequestLike, reply: ReplyLike) => Promise<unknown>;
  }): unknown;
}
interface RequestLike {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
}
interface ReplyLike {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body: Buffer): unknown;
}

const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'];

/** `app.register(fastifyBioApi(bioApi), { prefix: '/bio' })`. The rest of the app keeps its body parsers. */
export function fastifyBioApi(bioApi: BioApi) {
  return async (app: FastifyLike): Promise<void> => {
    // The body stays a stream: the signature is over the raw bytes.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const { path: url } of Object.values(BIO_OPERATIONS)) {
      app.route({
        method: METHODS,
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => answer(bioApi, request, reply),
      });
    }
  };
}

async function answer(bioApi: BioApi, { raw, originalUrl }: RequestLike, reply: ReplyLike): Promise<unknown> {
  const response = await bioApi(toRequest(raw, originalUrl, await readRawBody(raw)));
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!raw.complete) reply.header('connection', 'close');
  return reply.send(Buffer.from(await response.arrayBuffer()));
}
