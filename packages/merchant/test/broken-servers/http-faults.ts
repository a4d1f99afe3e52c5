import { randomUUID } from 'node:crypto';
import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { type Body, type Call, plainSteps, Refusal, type State } from './plain-server.ts';

export const httpFaults: readonly BrokenServer[] = [
  broken('answers GET too', ['http.get_lookup', 'http.get_store', 'http.head_store', 'http.head_lookup'], {
    method: nothing,
    signature: unlessGet((call) => plainSteps.signature(call)),
    parse: (call) => (call.raw.length === 0 ? fromQuery(call) : plainSteps.parse(call)),
    fields: unlessGet((call) => plainSteps.fields(call)),
    binding: unlessGet((call, state) => plainSteps.binding(call, state)),
  }),
  broken('fails with 500 on a body that is too large', ['http.oversize', 'http.oversize_unsigned'], {
    size: (raw) => {
      if (raw.length > 1_048_576) throw new Error('too large');
    },
  }),
  broken('refuses bodies of 100 KiB and more', 'http.large_body', {
    size: (raw) => {
      if (raw.length >= 102_400) throw new Refusal(413, 'invalid_request');
    },
  }),
  broken('sends a body with its answer to HEAD', ['http.head_store', 'http.head_lookup'], {
    send: (res, status, body) => {
      if (res.req.method !== 'HEAD') return plainSteps.send(res, status, body);
      const text = JSON.stringify(body);
      res.socket!.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    },
  }),
  { fault: 'stores a body of any size', steps: { size: nothing }, caughtBy: 'http.oversize', warns: true },
];

function fromQuery(call: Call): void {
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  call.body = {
    merchant_user_ref: query.get('merchant_user_ref') ?? '',
    enrollment_session_id: randomUUID(),
    payload: { finger: query.get('finger') ?? '' },
  } as Body;
}

function unlessGet(step: (call: Call, state: State) => void): (call: Call, state?: State) => void {
  return (call, state) => {
    if (call.raw.length > 0) step(call, state!);
  };
}
