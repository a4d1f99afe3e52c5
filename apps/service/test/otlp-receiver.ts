import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { TracingSettings } from '../src/config/tracing-settings.ts';

/** As OTLP writes a span in JSON. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly facts: Readonly<Record<string, string | number>>;
}

interface RawSpan extends Omit<ReceivedSpan, 'facts'> {
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector on loopback that keeps what it is sent. */
export class OtlpReceiver {
  readonly bodies: Buffer[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** What it answers; undefined: nothing, ever. */
  status: number | undefined = 200;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OtlpReceiver> {
    const server = createServer();
    const receiver = new OtlpReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        receiver.headers.push(request.headers);
        receiver.bodies.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
        if (receiver.status !== undefined)
          response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1/traces`;
  }

  /** Settings of a service that sends everything here. */
  settings(changes: Partial<TracingSettings> = {}): TracingSettings {
    return {
      endpoint: this.url,
      protocol: 'http/json',
      headers: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      serviceName: 'authly',
      resource: {},
      fromProxies: false,
      toMerchants: false,
      ...changes,
    };
  }

  /** Of what came as JSON. */
  get spans(): ReceivedSpan[] {
    return this.bodies.flatMap((body) => {
      const { resourceSpans } = JSON.parse(body.toString()) as {
        resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(readable)));
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const readable = ({ attributes, ...span }: RawSpan): ReceivedSpan => ({
  ...span,
  facts: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)])),
});
