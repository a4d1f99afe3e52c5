import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createBioApi,
  memoryEnrollments,
  memoryNonces,
  type BioApiOptions,
  type BioRefusalReport,
} from '@authly/merchant';
import { toNodeHandler } from '@authly/merchant/node';
import { Agent, fetch as fetchWith } from 'undici';
import { loopbackCertificates } from './loopback-certificates.ts';
import type { Merchant } from '../src/merchants/merchant.ts';
import { MerchantCalls } from './merchant-calls.ts';
import type { TestService } from './running-service.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A merchant with a Bio API of the SDK, on HTTPS. A test may replace its handler. */
export class SdkMerchant {
  readonly calls: MerchantCalls;
  readonly refusals: BioRefusalReport[];
  /** Bodies that the service has sent. */
  readonly bodies: Buffer[] = [];
  /** Replaces the SDK's handler until it is unset. */
  instead: Handler | undefined;
  readonly #server: Server;
  readonly #agent: Agent;

  private constructor(parts: { calls: MerchantCalls; server: Server; agent: Agent; refusals: BioRefusalReport[] }) {
    this.calls = parts.calls;
    this.refusals = parts.refusals;
    this.#server = parts.server;
    this.#agent = parts.agent;
  }

  static async start(
    service: TestService,
    settings: Partial<Merchant> = {},
    bioApi: Partial<Pick<BioApiOptions, 'store' | 'biometricTypes'>> & { baseUrl?: string; fetch?: typeof fetch } = {},
  ): Promise<SdkMerchant> {
    const { certFile, keyFile } = await loopbackCertificates(service.folder);
    const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bioBaseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/bio`;
    const calls = await MerchantCalls.of(service, { bioBaseUrl, bioCaPem: service.ca, ...settings });
    const agent = new Agent({ connect: { timeout: 60_000, ca: service.ca } });
    const refusals: BioRefusalReport[] = [];
    const merchant = new SdkMerchant({ calls, server, agent, refusals });
    const handle = toNodeHandler(
      createBioApi({
        merchantId: calls.merchantId,
        store: memoryEnrollments(),
        nonces: memoryNonces(),
        baseUrl: service.origin,
        fetch: ((url: string, init: object) =>
          fetchWith(url, { ...init, dispatcher: agent })) as unknown as typeof fetch,
        onRefusal: (report) => void refusals.push(report),
        ...bioApi,
      }),
    );
    server.on('request', (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => void chunks.push(chunk));
      req.on('end', () => void merchant.bodies.push(Buffer.concat(chunks)));
      (merchant.instead ?? handle)(req, res);
    });
    return merchant;
  }

  /** The JSON of the last call. */
  get lastBody(): Record<string, unknown> {
    return JSON.parse(this.bodies.at(-1)!.toString()) as Record<string, unknown>;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#agent.destroy();
  }
}

/** The same response to each call. */
export const answering =
  (status: number, body: unknown): Handler =>
  (req, res) => {
    req.resume();
    res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Holds each call until the test releases it. */
export function holding(merchant: SdkMerchant): { called: Promise<void>; answer: (body?: unknown) => void } {
  const { promise: called, resolve } = Promise.withResolvers<void>();
  let held: ServerResponse | undefined;
  merchant.instead = (req, res) => {
    req.resume();
    held = res;
    resolve();
  };
  return {
    called,
    answer: (body = { stored: true }) =>
      void held!.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  };
}
