import type { KeyObject } from 'node:crypto';
import { broken, type BrokenServer } from './broken-server.ts';
import { type Call, canonical, fetchKeys, header, isSigned, plainSteps, Refusal, withHeader } from './plain-server.ts';

const SIGNATURE = 'x-service-signature';
const mismatch = new Refusal(401, 'signature_mismatch');

/** Verifies the contract's string or another one. */
const alsoSigned = (fault: string, caughtBy: string, other: (call: Call) => Buffer): BrokenServer =>
  broken(fault, caughtBy, {
    signature: (call) => {
      if (!isSigned(call) && !isSigned(call, other(call))) throw mismatch;
    },
  });

/** Rewrites a loosely written signature into the contract's form before it looks. */
const loose = (fault: string, caughtBy: string, tidy: (sent: string) => string): BrokenServer => {
  const tidied = (call: Call): Call => withHeader(call, SIGNATURE, tidy(header(call, SIGNATURE)));
  return broken(fault, caughtBy, {
    headers: (call) => plainSteps.headers(tidied(call)),
    signature: (call) => plainSteps.signature(tidied(call)),
  });
};

const BASE = /^\/merchant\/bio/;

export const trustFaults: readonly BrokenServer[] = [
  broken('tries every published key', 'keys.chosen_by_id', {
    findKey: async (call, state) => {
      await plainSteps.findKey(call, state);
      published.set(
        call,
        [...state.keys.values()].map(({ key }) => key),
      );
    },
    signature: (call) => {
      const keys = published.get(call) ?? [];
      if (!keys.some((key) => isSigned(call, canonical(call), key))) throw mismatch;
    },
  }),
  broken('finds a key by its id without case', 'keys.unknown', {
    findKey: (call, state) => {
      const id = header(call, 'x-service-key-id');
      const found = [...state.keys.keys()].find((known) => known.toLowerCase() === id.toLowerCase()) ?? id;
      const seen = Object.assign(Object.create(call) as Call, {
        headers: { ...call.headers, 'x-service-key-id': found },
      });
      return plainSteps.findKey(seen, state).then(() => void (call.key = seen.key!));
    },
  }),
  broken('fetches the list once for each of several calls at the same moment', 'keys.at_once', {
    findKey: async (call, state) => {
      const id = header(call, 'x-service-key-id');
      if (!state.keys.has(id) && state.clock.now() - state.keysFetchedAt >= 5_000) await fetchKeys(state);
      return plainSteps.findKey(call, state);
    },
  }),
  broken('calls a key unknown while it may not fetch again, though the last fetch failed', 'keys.unreachable', {
    findKey: async (call, state) => {
      const asked = state.keysAskedAt;
      try {
        await plainSteps.findKey(call, state);
      } catch (error) {
        if (asked === state.keysAskedAt) throw new Refusal(401, 'invalid_signature');
        throw error;
      }
    },
  }),
  broken('goes on with an old list when it cannot fetch it', 'long.key_list', {
    findKey: (call, state) =>
      plainSteps.findKey(call, state).catch((error: unknown) => {
        const known = state.keys.get(header(call, 'x-service-key-id'));
        if (known === undefined) throw error;
        call.key = known.key;
      }),
  }),
  alsoSigned('verifies the path with or without its base path', 'signature.base_path', (call) =>
    canonical(call, call.path.replace(BASE, '')),
  ),
  alsoSigned('takes a signature for either endpoint', 'signature.path', (call) =>
    canonical(call, `${call.path}/lookup`),
  ),
  alsoSigned('takes a string with an LF at its end', 'signature.string', (call) =>
    Buffer.concat([canonical(call), Buffer.from('\n')]),
  ),
  alsoSigned('verifies the path with or without a slash at its end', 'signature.base_path', (call) =>
    canonical(call, `${call.path}/`),
  ),
  loose('takes any version prefix', 'signature.prefix', (sent) => sent.replace(/^v\d=/, 'v2=')),
  loose('takes the prefixes v1= and v2=', 'signature.prefix', (sent) => sent.replace(/^v1=/, 'v2=')),
  loose('takes the prefix v3=', 'signature.prefix', (sent) => sent.replace(/^v3=/, 'v2=')),
  loose('takes the prefix V2=', 'signature.prefix', (sent) => sent.replace(/^V2=/, 'v2=')),
  loose('takes base64url', 'signature.not_base64', (sent) => sent.replaceAll('-', '+').replaceAll('_', '/')),
  loose('leaves out characters that are not base64', 'signature.not_base64', (sent) =>
    sent.startsWith('v2=') && sent.length > 60 ? sent.replaceAll(/[^A-Za-z0-9+/=]/g, '') : sent,
  ),
  loose('takes the first 64 bytes of a longer signature', 'signature.too_long', (sent) =>
    /^v2=[A-Za-z0-9+/=]{89,}$/.test(sent)
      ? `v2=${Buffer.from(sent.slice(3), 'base64').subarray(0, 64).toString('base64')}`
      : sent,
  ),
];

const published = new WeakMap<Call, KeyObject[]>();
