import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { DIGITAL_PERSONA_PORTS } from '@authly/contract/local-readers';

const METHOD = { enumerate: 1, start: 3 } as const;
const TYPE = { response: 0, notification: 1 } as const;
const EVENT = { completed: 0, quality: 4 } as const;
const PNG = 5;
/** Its channel without encryption of its own: TLS is around it, and the encryption is the client's part to get right, not ours. */
const PLAIN_CHANNEL = 1;
const DEVICE = '57E4B9B1-0000-0000-0000-000000000000';
const WEBSOCKET = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());

/** DigitalPersona's host and agent as their published client library asks for them. */
export class DigitalPersonaSimulator {
  /** The picture of the finger that lies on the plate; a quality code where it cannot be read. */
  next: Uint8Array | number = 14;
  /** The channels that were opened. */
  readonly asked: string[] = [];
  readonly #host: Server;
  readonly #agent: Server;

  private constructor(host: Server, agent: Server) {
    this.#host = host;
    this.#agent = agent;
  }

  static async start(certificate: { cert: string; key: string }): Promise<DigitalPersonaSimulator> {
    const host = createServer(certificate, (request, response) => answer(request, response, { endpoint: ENDPOINT }));
    // Any B will do: the client does not ask for proof of it.
    const connected = { version: PLAIN_CHANNEL, B: '0123456789abcdef'.repeat(16) };
    const agent = createServer(certificate, (request, response) => answer(request, response, connected));
    const simulator = new DigitalPersonaSimulator(host, agent);
    agent.on('upgrade', (request, socket) => simulator.#speak(request, socket));
    for (const server of [host, agent]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return simulator;
  }

  get ports(): { readonly host: number; readonly agent: number } {
    const portOf = (server: Server): number => (server.address() as AddressInfo).port;
    return { host: portOf(this.#host), agent: portOf(this.#agent) };
  }

  close(): void {
    for (const server of [this.#host, this.#agent]) {
      server.closeAllConnections();
      server.close();
    }
  }

  #speak({ headers, url = '' }: IncomingMessage, socket: Duplex): void {
    this.asked.push(/^\/(\w*)/.exec(url)?.[1] ?? '');
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${WEBSOCKET}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (let frame = frameIn(received); frame; frame = frameIn(received)) {
        received = received.subarray(frame.length);
        if (frame.kind === 8) socket.end();
        else if (frame.kind === 1) this.#obey(frame.text, socket);
      }
    });
  }

  #obey(text: string, socket: Duplex): void {
    // What begins as JSON tells who has the keyboard.
    if (text.startsWith('{')) return;
    const { Method } = decode(text) as { Method: number };
    const list = { DeviceCount: 1, DeviceIDs: JSON.stringify([DEVICE]) };
    const Data = Method === METHOD.enumerate ? encode(list) : undefined;
    say(socket, TYPE.response, { Method, Result: 0, Data });
    if (Method === METHOD.start) say(socket, TYPE.notification, { Device: DEVICE, ...scanned(this.next) });
  }
}

const ENDPOINT = `https://127.0.0.1:${DIGITAL_PERSONA_PORTS[0]}/?web_sdk_id=88436d25&web_sdk_minport=9001&web_sdk_port=${DIGITAL_PERSONA_PORTS[0]}&web_sdk_secure=true&web_sdk_username=x6Lsn3u8Z14&web_sdk_password=270AD8A85B4EC070&web_sdk_salt=${'E3DC74D8'.repeat(8)}`;

function answer(request: IncomingMessage, response: ServerResponse, body: object): void {
  request.resume();
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const scanned = (next: Uint8Array | number): { Event: number; Data: string } =>
  typeof next === 'number'
    ? { Event: EVENT.quality, Data: encode({ Quality: next }) }
    : {
        Event: EVENT.completed,
        Data: encode({ SampleFormat: PNG, Samples: JSON.stringify([Buffer.from(next).toString('base64url')]) }),
      };

/** One whole text frame, unmasked. Its length takes as few bytes as it can: browsers refuse more. */
function say(socket: Duplex, Type: number, content: object): void {
  const text = Buffer.from(encode({ Type, Data: encode(content) }));
  const length = Buffer.alloc(9);
  length.writeUInt8(text.length < 126 ? text.length : text.length < 65_536 ? 126 : 127, 0);
  if (text.length < 65_536) length.writeUInt16BE(text.length, 1);
  else length.writeBigUInt64BE(BigInt(text.length), 1);
  const used = text.length < 126 ? 1 : text.length < 65_536 ? 3 : 9;
  socket.write(Buffer.concat([Buffer.of(0x81), length.subarray(0, used), text]));
}

/** The first frame, which a browser masks; undefined while it is not whole. */
function frameIn(bytes: Buffer): { kind: number; text: string; length: number } | undefined {
  if (bytes.length < 6) return undefined;
  const short = bytes[1]! & 127;
  const start = short === 126 ? 4 : 2;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const length = start + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const content = bytes.subarray(start + 4, length).map((byte, i) => byte ^ mask[i % 4]!);
  return { kind: bytes[0]! & 15, text: Buffer.from(content).toString(), length };
}
