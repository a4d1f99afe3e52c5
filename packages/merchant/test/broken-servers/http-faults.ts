import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { plainSteps } from './plain-server.ts';

export const httpFaults: readonly BrokenServer[] = [
  broken('sends a body with its answer to HEAD', 'http.head_store', {
    send: (res, status, body) => {
      if (res.req.method !== 'HEAD') return plainSteps.send(res, status, body);
      const text = JSON.stringify(body);
      res.socket!.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    },
  }),
  { fault: 'stores a body of any size', steps: { size: nothing }, caughtBy: 'http.oversize', warns: true },
];
