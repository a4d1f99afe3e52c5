// A matcher for AUTHLY_PROVIDER_URL. It compares with Authly's own engine: replace `isMatch` by the call of your certified one.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { compare, decodeTemplate, loadEngine, THRESHOLD } from '@authly/fingerprint';

const { MATCHER_TOKEN: token, PORT: port = '4100' } = process.env;
if (!token) throw new Error('MATCHER_TOKEN must have the text of the file that AUTHLY_PROVIDER_TOKEN_FILE names');
/** Two records of many views and their ridge maps, as base64. */
const MAX_BYTES = 4_194_304;

interface Question {
  readonly type: 'fingerprint';
  readonly probe: string;
  readonly enrolled: string;
}

const isMatch = ({ probe, enrolled }: Question): boolean => compare(viewsOf(probe), viewsOf(enrolled)) >= THRESHOLD;

const viewsOf = (record: string) => decodeTemplate(Buffer.from(record, 'base64'));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isAuthly(request.headers.authorization)) return end(response, 401);
  const body = await read(request);
  if (body === undefined) return end(response, 413);
  const question = JSON.parse(body) as Question;
  // A status other than 200 ends the session as provider_error.
  if (question.type !== 'fingerprint') return end(response, 422);
  end(response, 200, { matched: isMatch(question) });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isAuthly = (authorization = ''): boolean => timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));

async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function end(response: ServerResponse, status: number, body: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

loadEngine();
const server = createServer((request, response) => {
  // Records are biometric data: the error is not logged with them.
  answer(request, response).catch(() => end(response, 400));
});
server.listen(Number(port), '127.0.0.1', () => console.log(`The matcher listens at http://127.0.0.1:${port}/`));
