import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { TracingSettings } from '../src/config/tracing-settings.ts';
import { fieldsOf, type Fields } from './protobuf-fields.ts';

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly kind: number;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** A collector on loopback that records what it receives. */
export class OtlpReceiver {
  readonly bodies: Buffer[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** The response status; undefined: never responds. */
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
          response.writeHead(receiver.status, { 'content-type': 'application/x-protobuf' }).end();
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
      headers: {},
      ratio: 1,
      serviceName: 'authly',
      resource: {},
      ...changes,
    };
  }

  /** The numbers are those of OTLP's `trace.proto`. */
  get spans(): ReceivedSpan[] {
    return this.bodies
      .flatMap((body) => fieldsOf(body).messages(1))
      .flatMap((resourceSpans) => resourceSpans.messages(2))
      .flatMap((scopeSpans) => scopeSpans.messages(2))
      .map(spanOf);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const spanOf = (span: Fields): ReceivedSpan => ({
  traceId: span.bytes(1).toString('hex'),
  spanId: span.bytes(2).toString('hex'),
  parentSpanId: span.bytes(4).toString('hex'),
  name: span.bytes(5).toString(),
  kind: span.number(6),
  facts: Object.fromEntries(span.messages(9).map((fact) => [fact.bytes(1).toString(), valueOf(fact.messages(2)[0]!)])),
});

const valueOf = (value: Fields): string | number => (value.has(1) ? value.bytes(1).toString() : value.number(3));
