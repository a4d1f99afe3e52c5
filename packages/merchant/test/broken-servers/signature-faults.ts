import { verify } from 'node:crypto';
import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { type Body, type Call, canonical, header, inOrder, nameOf, plainSteps, Refusal } from './plain-server.ts';

const signatureBytes = (call: Call): Buffer =>
  Buffer.from(header(call, 'x-service-signature').replace(/^v\d=/, ''), 'base64');
const holds = (call: Call, path?: string): boolean =>
  verify(null, canonical(call, path), call.key!, signatureBytes(call));

export const signatureFaults: readonly BrokenServer[] = [
  broken(
    'never verifies the signature',
    [
      'signature.forged',
      'signature.other_key',
      'signature.path',
      'signature.query',
      'signature.timestamp',
      'signature.nonce',
      'body.tampered_rehashed',
      'signature.stores_nothing',
      'nonce.not_burned',
      'order.signature_before_body',
    ],
    { signature: nothing },
  ),
  broken('takes any version prefix', 'signature.prefix', {
    headers: (call) =>
      plainSteps.headers({
        ...call,
        headers: {
          ...call.headers,
          'x-service-signature': header(call, 'x-service-signature').replace(/^v\d=/, 'v2='),
        },
      }),
    signature: (call) => {
      if (!holds(call)) throw new Refusal(401, 'signature_mismatch');
    },
  }),
  broken('does without a version prefix', 'signature.no_prefix', {
    headers: (call) => {
      const sent = header(call, 'x-service-signature');
      plainSteps.headers({
        ...call,
        headers: {
          ...call.headers,
          ...(/^[A-Za-z0-9+/]{86}==$/.test(sent) ? { 'x-service-signature': `v2=${sent}` } : {}),
        },
      });
    },
  }),
  broken('decodes whatever it is given as base64', ['signature.not_base64', 'signature.too_short'], {
    headers: (call) => {
      const sent = header(call, 'x-service-signature');
      plainSteps.headers({
        ...call,
        headers: {
          ...call.headers,
          ...(sent.startsWith('v2=') ? { 'x-service-signature': `v2=${'A'.repeat(86)}==` } : {}),
        },
      });
    },
  }),
  broken('believes the hash header', 'body.tampered', { bodyHash: nothing }),
  broken('hashes the parsed and re-serialized body', 'body.raw_bytes', {
    bodyHash: (call) => {
      let raw = call.raw;
      try {
        raw = Buffer.from(JSON.stringify(JSON.parse(String(raw))));
      } catch {
        // Not JSON: its step comes later.
      }
      plainSteps.bodyHash({ ...call, raw });
    },
  }),
  broken('leaves the query out of the signed path', 'signature.query', {
    signature: (call) => plainSteps.signature({ ...call, path: call.path.split('?')[0]! }),
  }),
  broken('takes a signature for either endpoint', 'signature.path', {
    signature: (call) => {
      if (!holds(call) && !holds(call, `${call.path}/lookup`)) throw new Refusal(401, 'signature_mismatch');
    },
  }),
  broken(
    'answers 400 to missing headers',
    [
      'headers.signature',
      'headers.merchant_id',
      'headers.key_id',
      'headers.timestamp',
      'headers.nonce',
      'headers.content_sha256',
      'order.headers_first',
    ],
    {
      headers: (call) =>
        replacing(() => plainSteps.headers(call), 'missing_signature', new Refusal(400, 'invalid_request')),
    },
  ),
  {
    fault: 'stores before it verifies',
    order: (call, state, steps) => {
      if (call.endpoint === 'store' && header(call, 'x-service-signature') !== '') {
        try {
          const body = JSON.parse(String(call.raw)) as Body;
          if (!state.answers.has(body.enrollment_session_id)) state.enrollments.set(nameOf(body), body);
        } catch {
          // Not JSON: its step comes later.
        }
      }
      return inOrder(call, state, steps);
    },
    caughtBy: 'signature.stores_nothing',
  },
  {
    fault: 'reads the body before the signature is verified',
    order: async (call, state, steps) => {
      steps.parse(call);
      return inOrder(call, state, steps);
    },
    caughtBy: 'order.signature_before_body',
  },
];

function replacing(step: () => void, code: string, instead: Refusal): void {
  try {
    step();
  } catch (error) {
    throw error instanceof Refusal && error.code === code ? instead : error;
  }
}
