import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BioApi } from '../bio/create-bio-api.ts';
import { answer, readRawBody } from './node.ts';

interface ExpressRequest extends IncomingMessage {
  /** `url` lacks the mount point. */
  originalUrl: string;
  body?: unknown;
  rawBody?: unknown;
}

/** `app.use('/bio', expressBioApi(bioApi))`, before `express.json()`: the signature is over the raw bytes. */
export function expressBioApi(bioApi: BioApi) {
  return async (req: ExpressRequest, res: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      await answer(bioApi, req, res, req.originalUrl, await rawBodyOf(req));
    } catch (error) {
      next(error);
    }
  };
}

async function rawBodyOf(req: ExpressRequest): Promise<Uint8Array<ArrayBuffer>> {
  // express.raw() and some hosting platforms keep the bytes that they have read.
  for (const kept of [req.rawBody, req.body]) if (kept instanceof Uint8Array) return new Uint8Array(kept);
  if (req.readableEnded)
    throw new Error('The raw body is gone: mount expressBioApi before express.json() and other body parsers.');
  return readRawBody(req);
}
