import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import { BIO_LIMITS } from '@authly/contract/wire/limits';
import { parseJson } from '../json.ts';
import type { SignedCall } from '../testing/sign-bio-request.ts';
import { UsageError } from './options.ts';

export interface Reply {
  readonly status: number;
  /** The body, which is never printed. */
  readonly body: Uint8Array;
  readonly text: string;
  readonly json: unknown;
  readonly code: string | undefined;
  readonly contentType: string;
}

export interface Transport {
  readonly agent: Agent;
  readonly timeoutMs: number;
}

/** The service could not read it either. */
export class NoReply extends Error {
  override readonly name = 'NoReply';
}

export const NO_ANSWER = 'no answer';

/** Sends one request unchanged and follows no redirect. The deadline covers the whole call. */
export async function sendRaw(call: SignedCall, transport: Transport): Promise<Reply> {
  const { url, method, headers, body } = call;
  const { agent, timeoutMs } = transport;
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  // After its answer the connection ends, so that bytes behind it show.
  const ending = method === 'HEAD' ? { connection: 'close' } : {};
  const request = send(url, { method, agent, headers: { ...headers, ...length, ...ending } });
  let late: NodeJS.ErrnoException | undefined;
  // A server may close the connection after its answer, while the body is still being sent.
  request.on('error', (error) => (late = error));
  let isOver = false;
  const deadline = setTimeout(() => {
    isOver = true;
    request.destroy(new Error(`nothing within ${timeoutMs} ms`));
  }, timeoutMs);
  let response: IncomingMessage | undefined;
  try {
    request.end(body);
    [response] = (await once(request, 'response')) as [IncomingMessage];
    const reply = await readReply(response);
    if (method === 'HEAD' && !request.closed) await once(request, 'close');
    if (method === 'HEAD' && late?.code?.startsWith('HPE_')) throw new NoReply('the answer to HEAD carries a body');
    return reply;
  } catch (error) {
    if (response !== undefined && !(error instanceof NoReply))
      throw new NoReply(
        isOver
          ? `the answer began and was not complete within ${timeoutMs} ms`
          : 'the answer broke off: is its Content-Length right?',
        { cause: error },
      );
    if (error instanceof NoReply) throw error;
    // The server closed an idle connection at that moment.
    if (request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return sendRaw(call, transport);
    throw new NoReply(`${NO_ANSWER}: ${(error as Error).message}`, { cause: error });
  } finally {
    clearTimeout(deadline);
  }
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  let length = 0;
  const { 'content-encoding': encoding = 'identity', 'content-type': contentType = '' } = response.headers;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BIO_LIMITS.replyBytes) throw new NoReply(`the answer has more than ${BIO_LIMITS.replyBytes} bytes`);
    chunks.push(chunk);
  }
  if (encoding !== 'identity') throw new NoReply(`the answer is compressed: send it without Content-Encoding`);
  const body = Buffer.concat(chunks);
  const text = body.toString('utf8');
  const json = parseJson(text);
  return { status: response.statusCode ?? 0, body, text, json, code: codeOf(json), contentType };
}

/** It is printed, so it must look like a code. */
function codeOf(json: unknown): string | undefined {
  const code = (json as { error?: { code?: unknown } } | null | undefined)?.error?.code;
  return typeof code === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(code) ? code : undefined;
}

/** With keep-alive and HTTP/1.1, as the service has it. */
export function agentFor(url: string, caFile: string | undefined): Agent {
  if (!url.startsWith('https:')) return new Agent({ keepAlive: true });
  const options = { keepAlive: true, ALPNProtocols: ['http/1.1'] };
  if (caFile === undefined) return new HttpsAgent(options);
  let pem: string;
  try {
    pem = readFileSync(caFile, 'utf8');
  } catch (error) {
    throw new UsageError(`The CA file cannot be read: ${caFile}.`, { cause: error });
  }
  return new HttpsAgent({ ...options, ca: [...rootCertificates, pem] });
}

const CAUSES: readonly (readonly [sign: RegExp, advice: string])[] = [
  [
    /certificate|self-signed|altname|verify/i,
    'Its certificate is not trusted here: --ca-file FILE trusts a CA of its own.',
  ],
  [
    /application protocol|Expected HTTP\//i,
    'It does not speak HTTP/1.1, which the service calls with. Does it speak HTTP/2 only?',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'The name of its host is not known.'],
  [/ECONNREFUSED/, 'Nothing listens there. Is it running at this address?'],
  [/SSL|TLS|EPROTO/i, 'It does not speak TLS there. Is it http instead of https?'],
  [/./, 'Is it running at this address?'],
];

export const whyNoAnswer = (message: string): string =>
  `${message}. ${CAUSES.find(([sign]) => sign.test(message))?.[1]}`;
