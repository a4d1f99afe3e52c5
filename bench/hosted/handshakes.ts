import { connect } from 'node:tls';

export interface Handshakes {
  readonly port: number;
  readonly ca: string;
  readonly count: number;
  /** All come back with what the first was given, as a browser does. */
  readonly resumed: boolean;
}

const AT_ONCE = 4;

/** How long so many handshakes took, in milliseconds. */
export async function handshakes({ port, ca, count, resumed }: Handshakes): Promise<number> {
  const session = resumed ? await givenBy(port, ca) : undefined;
  const began = performance.now();
  let begun = 0;
  const some = async (): Promise<void> => {
    while (begun++ < count) await handshake(port, ca, session);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  return performance.now() - began;
}

const options = (port: number, ca: string) => ({ port, host: '127.0.0.1', servername: 'localhost', ca });

/** What a server gives a client to come back with. */
function givenBy(port: number, ca: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(options(port, ca)).once('error', reject);
    socket.once('session', (session) => {
      resolve(session);
      socket.destroy();
    });
    // It comes after the handshake, to who reads.
    socket.resume();
  });
}

function handshake(port: number, ca: string, session: Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...options(port, ca), ...(session && { session }) }).once('error', reject);
    socket.once('secureConnect', () => {
      if (socket.isSessionReused() === (session !== undefined)) resolve();
      else reject(new Error('the server did not resume a session'));
      socket.destroy();
    });
  });
}
