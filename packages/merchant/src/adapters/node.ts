import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '../bio/read-body.ts';

type Handler = (request: Request) => Promise<Response>;

/** `http.createServer(toNodeHandler(bioApi))`. The raw body reaches the handler byte for byte. */
export function toNodeHandler(handler: Handler): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    readRawBody(req)
      .then((rawBody) => answer(handler, req, res, req.url ?? '/', rawBody))
      // The peer went away, or the handler broke its promise never to throw: nothing can be said any more.
      .catch(() => res.destroy());
  };
}

/** `path` is the request target as it came in: frameworks cut their own mount point off `req.url`. */
export async function answer(
  handler: Handler,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rawBody: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const response = await handler(toRequest(req, path, rawBody));
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  const body = Buffer.from(await response.arrayBuffer());
  res.setHeader('content-length', body.length);
  // A body that was cut off at the cap is still on its way: the connection cannot be used again.
  if (!req.complete) res.setHeader('connection', 'close');
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Closing on a caller that is still sending would cut the answer off with it: so much is read, and what is beyond the cap is dropped. */
const HEARD_OUT_BYTES = 8 * MAX_BODY_BYTES;

/** Up to one byte beyond the cap: enough for the handler to see that it is too large. */
export async function readRawBody(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const iterator = stream[Symbol.asyncIterator]();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    if (length <= MAX_BODY_BYTES) chunks.push(next.value);
    length += next.value.length;
    if (length > HEARD_OUT_BYTES) break;
  }
  return new Uint8Array(Buffer.concat(chunks, Math.min(length, MAX_BODY_BYTES + 1)));
}

/** A request of Node as a web `Request`, with the path that the service signed. */
export function toRequest(req: IncomingMessage, path: string, rawBody: Uint8Array<ArrayBuffer>): Request {
  const headers = new Headers();
  for (let i = 0; i < req.rawHeaders.length; i += 2) headers.append(req.rawHeaders[i]!, req.rawHeaders[i + 1]!);
  // The length is that of the bytes read, even if the body was cut off.
  headers.delete('content-length');
  const method = req.method ?? 'GET';
  // The host plays no part in the signed string, and a forged Host header must not break the URL.
  const url = path.startsWith('/') ? `http://localhost${path}` : new URL(path, 'http://localhost').href;
  const carriesBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(carriesBody ? { body: rawBody } : {}) });
}
