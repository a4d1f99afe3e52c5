import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { plainSteps, Refusal } from './plain-server.ts';

export const httpFaults: readonly BrokenServer[] = [
  broken('fails with 500 on a body that is too large', 'http.oversize', {
    size: (raw) => {
      if (raw.length > 1_048_576) throw new Error('too large');
    },
  }),
  broken('refuses bodies of 100 KiB and more', 'http.large_body', {
    size: (raw) => {
      if (raw.length >= 102_400) throw new Refusal(413, 'invalid_request');
    },
  }),
  broken('sends a body with its answer to HEAD', 'http.head_store', {
    send: (res, status, body) => {
      if (res.req.method !== 'HEAD') return plainSteps.send(res, status, body);
      const text = JSON.stringify(body);
      res.socket!.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    },
  }),
  { fault: 'stores a body of any size', steps: { size: nothing }, caughtBy: 'http.oversize', warns: true },
];
