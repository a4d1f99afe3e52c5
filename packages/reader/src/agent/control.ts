import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

const ANSWER_WITHIN_MS = 5000;
/** A code with blanks, and the end of the line. */
const LINE_AT_MOST = 64;
const NOBODY = 'nobody';

const socketOf = (folder: string): string => join(folder, 'control.sock');

/** Receives codes from `authly-reader pair` on a socket in the agent's folder, which only its user can open. */
export async function listenForCodes(folder: string, confirm: (code: string) => string | undefined): Promise<Server> {
  const path = socketOf(folder);
  rmSync(path, { force: true });
  const server = createServer((socket) => answer(socket, confirm));
  server.maxConnections = 4;
  server.listen(path);
  await once(server, 'listening');
  return server;
}

function answer(socket: Socket, confirm: (code: string) => string | undefined): void {
  let line = '';
  socket.setEncoding('utf8').setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('data', (text: string) => {
    line += text;
    if (line.length > LINE_AT_MOST) socket.destroy();
    else if (line.endsWith('\n')) socket.end(answerTo(line.trim(), confirm));
  });
}

/** A pairing that cannot be stored must not end the agent. */
function answerTo(code: string, confirm: (code: string) => string | undefined): string {
  try {
    return confirm(code) ?? NOBODY;
  } catch {
    return '';
  }
}

/** The origin of the paired page, or undefined if no page shows this code. Rejects if no agent runs. */
export async function handInCode(folder: string, code: string): Promise<string | undefined> {
  const socket = connect(socketOf(folder));
  await once(socket, 'connect');
  socket.setEncoding('utf8').setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
  socket.write(`${code}\n`);
  let said = '';
  for await (const text of socket) said += text as string;
  if (said === '') throw new Error('The agent did not answer.');
  return said === NOBODY ? undefined : said;
}
