import { connect, type TLSSocket } from 'node:tls';
import { OPERATIONS } from '@authly/contract/operations';
import type { OpenPage } from './calls.ts';

/** One open hosted page: its event stream on a connection of its own. */
export interface PageStream {
  /** When an event of this session's status came; by `performance.now()` of this process. */
  seen(status: string): Promise<number>;
  close(): void;
}

/** A request as a browser's fetch sends it, read as plain text: a client that costs little beside what is measured. */
export function openStream(port: number, ca: string, { token }: OpenPage): Promise<PageStream> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca,
      ALPNProtocols: ['http/1.1'],
    });
    const times = new Map<string, number>();
    const waiting = new Map<string, (at: number) => void>();
    let text = '';
    socket.setEncoding('latin1');
    socket.on('secureConnect', () =>
      socket.write(
        `GET ${OPERATIONS.hostedEvents.path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
    );
    socket.on('data', (chunk: string) => {
      const at = performance.now();
      text += chunk;
      for (const [, status] of text.matchAll(/"status":"(\w+)"[^\n]*\n\n/g)) {
        times.set(status!, at);
        waiting.get(status!)?.(at);
      }
      text = text.slice(text.lastIndexOf('\n\n') + 1);
      resolve(page);
    });
    socket.on('error', reject);
    const page: PageStream = {
      seen: (status) => {
        const at = times.get(status);
        return at === undefined ? new Promise((arrived) => waiting.set(status, arrived)) : Promise.resolve(at);
      },
      close: () => socket.destroy(),
    };
  });
}
