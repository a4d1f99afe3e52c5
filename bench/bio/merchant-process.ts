// A merchant's server that answers a fixed reply, so that the caller is what is measured.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../api/child.ts';

export interface MerchantSetup {
  readonly certFile: string;
  readonly keyFile: string;
  /** Path → answer. */
  readonly replies: Readonly<Record<string, unknown>>;
}

let server: Server | undefined;

function start({ certFile, keyFile, replies }: MerchantSetup): Promise<{ port: number }> {
  const answers = new Map(Object.entries(replies).map(([path, reply]) => [path, Buffer.from(JSON.stringify(reply))]));
  const listening = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (req, res) => {
    const answer = answers.get(req.url!)!;
    req
      .resume()
      .on('end', () =>
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer),
      );
  });
  server = listening;
  return new Promise((resolve) =>
    listening.listen(0, '127.0.0.1', () => resolve({ port: (listening.address() as AddressInfo).port })),
  );
}

answerParent({ start }, async () => {
  server?.close();
  server?.closeAllConnections();
});
