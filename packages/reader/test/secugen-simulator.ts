import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Image } from '@authly/fingerprint';
import { bmpOf } from './bmp.ts';

/** SecuGen's WebAPI client as its manual describes it: `POST /SGIFPCapture` with a form in the body, a JSON object as the answer. */
export class SecugenSimulator {
  /** The forms that came. */
  readonly asked: URLSearchParams[] = [];
  /** What lies on the plate; an error code of SecuGen's where nothing does; undefined: another program has the port. */
  next: Image | number | undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(certificate: { cert: string; key: string }): Promise<SecugenSimulator> {
    const server = createServer(certificate);
    const simulator = new SecugenSimulator(server);
    server.on('request', (request, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      const { next } = simulator;
      const isCapture = next !== undefined && request.method === 'POST' && request.url === '/SGIFPCapture';
      let form = '';
      request.setEncoding('utf8').on('data', (text: string) => (form += text));
      request.on('end', () => {
        if (isCapture) simulator.asked.push(new URLSearchParams(form));
        const answer = isCapture ? JSON.stringify(answerOf(next)) : '';
        response.writeHead(isCapture ? 200 : 404, { 'Content-Type': 'application/json' }).end(answer);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return simulator;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function answerOf(next: Image | number): object {
  if (typeof next === 'number') return { ErrorCode: next };
  const { width, height, dpi } = next;
  return {
    ErrorCode: 0,
    Manufacturer: 'SecuGen',
    Model: 'U20',
    SerialNumber: 'H58180100000',
    ImageWidth: width,
    ImageHeight: height,
    ImageDPI: dpi,
    ImageQuality: 90,
    NFIQ: 1,
    BMPBase64: bmpOf(next).toString('base64'),
    TemplateBase64: '',
  };
}
