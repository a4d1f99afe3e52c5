import { once } from 'node:events';
import { connect, type NetConnectOpts } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/** A connection that sends several TLS records, one per write, in one packet. */
export async function tlsRecords(to: NetConnectOpts, ca: string) {
  const socket = connect(to).on('error', () => {});
  let kept: Buffer[] | undefined;
  const below = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      if (kept === undefined) socket.write(bytes);
      else kept.push(bytes);
      done();
    },
  });
  socket.on('data', (bytes) => below.push(bytes));
  const secure = connectTls({ socket: below, ca, servername: 'localhost' }).on('error', () => {});
  await once(secure, 'secureConnect');
  const records: Buffer[] = (kept = []);
  return {
    socket,
    /** The decrypted input. */
    secure,
    write: (text: string): Promise<void> => new Promise((resolve) => secure.write(text, () => resolve())),
    send: () => socket.write(Buffer.concat(records)),
  };
}
