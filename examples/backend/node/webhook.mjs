// Authly's events, signed by Standard Webhooks (standardwebhooks.com has libraries). An event only says that a session
// has ended: read the result. It may arrive twice, late or never.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const TOLERANCE_S = 300;
const MAX_BYTES = 64 * 1024;

/** Undefined if the event is not Authly's or too old. rawBody: the received bytes. */
export function verifyEvent(rawBody, headers, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_S)) return undefined;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  // Two secrets are live during a rotation.
  const isSigned = signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? JSON.parse(rawBody.toString()) : undefined;
}

/** Listens on loopback, behind your TLS proxy. `ended` waits for a session's event, up to a timeout. */
export function receiveEvents(port, secret) {
  const ended = new Set();
  let wake = () => {};
  const take = async (request, response) => {
    const chunks = [];
    let bytes = 0;
    for await (const chunk of request) if ((bytes += chunk.length) <= MAX_BYTES) chunks.push(chunk);
    const isEvent = request.method === 'POST' && bytes <= MAX_BYTES;
    const event = isEvent ? verifyEvent(Buffer.concat(chunks), request.headers, secret) : undefined;
    // Answer before any slow work. Unknown types are answered too.
    response.writeHead(event === undefined ? 400 : 204).end();
    if (event?.type === 'session.final') ended.add(event.data.session_id);
    wake();
  };
  // A client that disconnects gets no answer. Authly sends the event again.
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  server.listen(port, '127.0.0.1');
  return {
    close: () => server.close(),
    async ended(sessionId, withinMs) {
      const over = AbortSignal.timeout(withinMs);
      while (!ended.has(sessionId) && !over.aborted)
        await new Promise((resolve) => {
          wake = resolve;
          over.addEventListener('abort', resolve);
        });
      ended.delete(sessionId);
    },
  };
}
