import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { MAX_BODY_BYTES } from '../bio/read-body.ts';

type Handler = (request: Request) => Promise<Response>;
type NodeRequest = IncomingMessage | Http2ServerRequest;
type NodeResponse = ServerResponse | Http2ServerResponse;

/** `http.createServer(toNodeHandler(bioApi))`. The handler gets the raw body unchanged. */
export function toNodeHandler(handler: Handler): (req: NodeRequest, res: NodeResponse) => void {
  return (req, res) => {
    readRawBody(req)
      .then((rawBody) => answer(handler, req, res, req.url ?? '/', rawBody))
      // The peer has disconnected.
      .catch(() => res.destroy());
  };
}

/** `path` is the original request target: frameworks cut their mount point off `req.url`. */
export async function answer(
  handler: Handler,
  req: NodeRequest,
  res: NodeResponse,
  path: string,
  rawBody: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const response = await handler(toRequest(req, path, rawBody));
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  const body = Buffer.from(await response.arrayBuffer());
  res.setHeader('content-length', body.length);
  // Part of the body is unread, so the connection cannot be reused.
  if (!req.complete) res.setHeader('connection', 'close');
  res.end(req.method === 'HEAD' ? '' : body);
}

/** An answer to a caller that is still sending would be lost, so this much is read and dropped. */
const MAX_READ_BYTES = 8 * MAX_BODY_BYTES;

/** Keeps one byte beyond the limit, so that the handler sees that the body is too large. */
export async function readRawBody(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const iterator = stream[Symbol.asyncIterator]();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    if (length <= MAX_BODY_BYTES) chunks.push(next.value);
    length += next.value.length;
    if (length > MAX_READ_BYTES) break;
  }
  return new Uint8Array(Buffer.concat(chunks, Math.min(length, MAX_BODY_BYTES + 1)));
}

/** A request of Node as a web `Request`, with the path that the service signed. */
export function toRequest(req: NodeRequest, path: string, rawBody: Uint8Array<ArrayBuffer>): Request {
  const headers = new Headers();
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i]!;
    // HTTP/2 lists :path and the like too.
    if (!name.startsWith(':')) headers.append(name, req.rawHeaders[i + 1]!);
  }
  // The body may have been cut off.
  headers.delete('content-length');
  // A web Request cannot have the method TRACE. Every method but POST is refused alike.
  const method = req.method === 'TRACE' ? 'OPTIONS' : (req.method ?? 'GET');
  // The host is not signed, and a forged Host header must not break the URL. A target that is no URL is a path of nothing.
  const base = 'http://localhost';
  const url = path.startsWith('/') ? base + path : URL.canParse(path, base) ? new URL(path, base).href : base;
  const carriesBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(carriesBody ? { body: rawBody } : {}) });
}
