import { broken, type BrokenServer, nothing } from './broken-server.ts';
import { type Body, header, inOrder, nameOf, plainSteps, Refusal, withHeader } from './plain-server.ts';

const SIGNATURE = 'x-service-signature';

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
  broken('does without a version prefix', 'signature.no_prefix', {
    headers: (call) => {
      const sent = header(call, SIGNATURE);
      plainSteps.headers(/^[A-Za-z0-9+/]{86}==$/.test(sent) ? withHeader(call, SIGNATURE, `v2=${sent}`) : call);
    },
  }),
  broken('decodes whatever it is given as base64', ['signature.not_base64', 'signature.too_short'], {
    headers: (call) => {
      const isNamed = header(call, SIGNATURE).startsWith('v2=');
      plainSteps.headers(isNamed ? withHeader(call, SIGNATURE, `v2=${'A'.repeat(86)}==`) : call);
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
      headers: (call) => {
        try {
          plainSteps.headers(call);
        } catch (error) {
          throw (error as Refusal).code === 'missing_signature' ? new Refusal(400, 'invalid_request') : error;
        }
      },
    },
  ),
  {
    fault: 'stores before it verifies',
    order: (call, state, steps) => {
      if (call.endpoint === 'store' && header(call, SIGNATURE) !== '') {
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
