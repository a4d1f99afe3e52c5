import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { listenTls } from '../../lab/fixture/fixture.ts';
import type { ExampleSandbox } from './sandbox.ts';

/** The first request of each path gets a gateway's 502, the second a 503. */
export const badDay =
  (requests: string[]): Instead =>
  ({ url = '' }, outgoing) => {
    const [path = ''] = url.split('?');
    requests.push(path);
    const times = requests.filter((each) => each === path).length;
    if (times === 1) outgoing.writeHead(502, { 'content-type': 'application/json' }).end('{"error":"Bad Gateway"}');
    if (times === 2) outgoing.writeHead(503, { 'retry-after': '1' }).end();
    return times <= 2;
  };

/** A gateway that answers before the status changes: it drops the wait of a result. */
export const withoutWait =
  (looks: string[]): Instead =>
  (incoming) => {
    if (incoming.url?.includes('/result?')) looks.push(incoming.url);
    incoming.url = incoming.url?.replace('wait=25', 'wait=0');
    return false;
  };

type Instead = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
interface InFrontOf {
  readonly ca?: string;
  /** The status of each answer. */
  readonly statuses?: number[];
  /** True: it has answered itself. */
  readonly instead?: Instead;
}

/** A TLS proxy, as in production. */
export const listenInFrontOf = (
  origin: string,
  tls: ExampleSandbox['tls'],
  { ca, statuses = [], instead = () => false }: InFrontOf = {},
) =>
  listenTls(tls, (incoming, outgoing) => {
    if (instead(incoming, outgoing)) return;
    const { method, url, headers } = incoming;
    const send = origin.startsWith('https:') ? httpsRequest : httpRequest;
    const upstream = send(origin + url, { method, headers, ca }, (answer) => {
      statuses.push(answer.statusCode ?? 502);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.once('error', () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  });
