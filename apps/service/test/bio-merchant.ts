import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LookupRequest } from '@authly/contract/captures/lookup';
import type { StoreRequest } from '@authly/contract/captures/store';
import { sampleLookup, sampleStore } from '@authly/merchant/testing';
import { BioApi, type BioCallReport, type BioResult } from '../src/bio-api/client.ts';
import { OutboundConnections } from '../src/outbound/connections.ts';
import { KeyRing } from '../src/keys/key-ring.ts';
import { newMerchant, type Merchant } from '../src/merchants/merchant.ts';
import { developmentCertificates } from '../../sandbox/src/development-certificates/development-certificates.ts';
import { masterKeyOf, MemoryKeys } from './memory-keys.ts';
import { TestClock } from './test-clock.ts';

export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** A new CA with a leaf certificate for these hosts. */
export async function makeCertificates(
  hosts: readonly string[] = ['localhost', '127.0.0.1'],
  madeAt = new Date(),
): Promise<Certificates> {
  const folder = mkdtempSync(join(tmpdir(), 'authly-test-'));
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, hosts, madeAt);
  const [ca, cert, key] = [caFile, certFile, keyFile].map((file) => readFileSync(file, 'utf8')) as [
    string,
    string,
    string,
  ];
  rmSync(folder, { recursive: true });
  return { ca, cert, key };
}

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The number of the connection, from 1. */
  readonly connection: number;
}

/** Of every server that was given no other. */
let ofThisProcess: Promise<Certificates> | undefined;

/** A merchant's server on loopback with a handler of the test. It records the requests. */
export class LoopbackServer {
  readonly server: Server;
  /** Of its certificate. */
  readonly ca: string;
  readonly seen: SeenRequest[] = [];
  connections = 0;
  readonly #sockets = new Map<Socket, number>();

  private constructor(server: Server, ca = '') {
    this.server = server;
    this.ca = ca;
    server.on(ca === '' ? 'connection' : 'secureConnection', (socket: Socket) => {
      this.#sockets.set(socket, ++this.connections);
      socket.on('error', () => {});
    });
  }

  /** The handler is called after the complete request. */
  static async https(
    handler: (request: SeenRequest, res: ServerResponse, req: IncomingMessage) => void,
    certificates?: Certificates,
  ): Promise<LoopbackServer> {
    const { ca, cert, key } = certificates ?? (await (ofThisProcess ??= makeCertificates()));
    const server: HttpsServer = createHttpsServer({ cert, key });
    const own = new LoopbackServer(server, ca);
    const listener: RequestListener = (req, res) =>
      void own.#take(req).then(
        (request) => handler(request, res, req),
        () => {},
      );
    server.on('request', listener).on('tlsClientError', () => {});
    return own.#listening();
  }

  /** Raw bytes without TLS and HTTP. */
  static async plain(onConnection: (socket: Socket) => void = () => {}): Promise<LoopbackServer> {
    return new LoopbackServer(createPlainServer(onConnection)).#listening();
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://localhost:${this.port}`;
  }

  get openConnections(): Promise<number> {
    return new Promise((resolve) => this.server.getConnections((_error, count) => resolve(count)));
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.#sockets.keys()) socket.destroy();
    (this.server as Partial<HttpsServer>).closeAllConnections?.();
    await closed;
  }

  async #listening(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  async #take(req: IncomingMessage): Promise<SeenRequest> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const seen = {
      method: req.method!,
      url: req.url!,
      headers: req.headers as SeenRequest['headers'],
      body: Buffer.concat(chunks),
      connection: this.#sockets.get(req.socket)!,
    };
    this.seen.push(seen);
    return seen;
  }
}

export function answerJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const GOOD_STORE = { stored: true };
export const GOOD_LOOKUP = { found: true, payload: { features: 'ZmVhdHVyZXM=', enc_key: 'a2V5' } };

export const merchantAt = (bioBaseUrl: string, bioCaPem: string | null, settings: Partial<Merchant> = {}): Merchant =>
  newMerchant({ id: 'm_1', name: 'A shop', bioBaseUrl, bioCaPem, createdAt: 0, ...settings });

/** The service's Bio API client: real keys and connections, and a deadline clock that a test moves. */
export class ServiceSide {
  readonly bio: BioApi;
  readonly keys: KeyRing;
  readonly connections: OutboundConnections;
  readonly deadlineClock = new TestClock();
  readonly reports: BioCallReport[] = [];

  private constructor(keys: KeyRing, connections: OutboundConnections) {
    this.keys = keys;
    this.connections = connections;
    const { deadlineClock, reports } = this;
    this.bio = new BioApi({ keys, connections, deadlineClock, onCall: (report) => reports.push(report) });
  }

  static async make(connections = new OutboundConnections({ environment: 'test' })): Promise<ServiceSide> {
    const keys = new KeyRing({
      source: new MemoryKeys(),
      master: masterKeyOf(1),
      environment: 'test',
      clock: new TestClock(),
    });
    await keys.prepare();
    return new ServiceSide(keys, connections);
  }

  store(
    merchant: Merchant,
    request: StoreRequest = sampleStore({ merchant_id: merchant.id }),
  ): ReturnType<BioApi['store']> {
    return this.bio.store(merchant, request);
  }

  lookup(
    merchant: Merchant,
    request: LookupRequest = sampleLookup({ merchant_id: merchant.id }),
  ): ReturnType<BioApi['lookup']> {
    return this.bio.lookup(merchant, request);
  }

  close(): void {
    this.connections.close();
  }
}

export const failureOf = (result: BioResult<unknown>): string => ('failure' in result ? result.failure : 'none');
