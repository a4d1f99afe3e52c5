import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LIMITS } from '@authly/contract/limits';
import { operationPath } from '@authly/contract/operation-path';
import { judged, say, type Table } from '../bench.ts';
import type { Call } from './load.ts';
import type { Target } from './target.ts';

const AIM_MS = 10;
const UNMET =
  'Decoding, parsing and hashing 1 MiB take this long on this machine; only a holder of a token can send it.';
/** Refused callbacks before a session fails. */
const REQUESTS = LIMITS.refusedCallbacks - 1;
/** Keeps the body within the limit. */
const BYTES = LIMITS.jsonBodyBytes - 1000;

const members = (count: number, padding: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"${'k'.repeat(padding)}${i}":1`).join(',')}}`;
const text = (unit: string): string => `"${unit.repeat(Math.floor(BYTES / Buffer.byteLength(unit)))}"`;

/** An unknown field with a value that is expensive to parse, check or hash. */
const FIELDS: Readonly<Record<string, () => string>> = {
  'small fields': () => members(95_000, 0),
  'as many long fields as are let in': () => members(1950, 510),
  'nested lists around a text': () => `${'[0,'.repeat(1900)}${text('x').slice(0, BYTES - 8000)}"${']'.repeat(1900)}`,
  escapes: () => text('\\\\'),
  'four-byte characters': () => text('😀'),
  'commas inside of a text': () => text(',\\n'),
};

/** CPU time of the service's main thread per request. Other requests wait for this thread. */
export async function costlyBodies(target: Target): Promise<Table['rows']> {
  const rows: Table['rows'][number][] = [];
  for (const [name, field] of Object.entries(FIELDS)) {
    const extra = field();
    const calls = { create: createOf(target, extra), callback: await callbackOf(target, extra) };
    for (const [call, next] of Object.entries(calls)) {
      const before = mainThreadMs(target.server.pid);
      let status = 0;
      for (let i = 0; i < REQUESTS; i++) ({ status } = await target.load.send(next()));
      const ms = (mainThreadMs(target.server.pid) - before) / REQUESTS;
      say(`1 MiB of ${name}: ${call} ${ms.toFixed(1)} ms`);
      rows.push({ body: name, call, status, 'main thread ms': ms, ...judged(`≤ ${AIM_MS}`, ms <= AIM_MS, UNMET) });
    }
  }
  return rows;
}

const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

/** A creation with an Idempotency-Key: the service hashes the whole body. */
function createOf({ calls }: Target, extra: string): () => Call {
  return () => {
    const { body, ...call } = calls.create();
    return { ...call, body: `${body!.slice(0, -1)},"extra":${extra}}` };
  };
}

/** A callback that the last check refuses. */
async function callbackOf(target: Target, extra: string): Promise<() => Call> {
  const { id, token } = await joinedApp(target);
  const body = `{"finger":"RI","features":"AAAA","enc_key":"AAAA","extra":${extra},"last":"\\u0000"}`;
  return () => ({ ...jsonCall(operationPath('appCallback', { session_id: id }), token), body });
}

const jsonCall = (path: string, token: string): Call => ({
  method: 'POST',
  path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
});

/** An app that has joined a new session. */
async function joinedApp({ load, calls }: Target): Promise<{ id: string; token: string }> {
  const ask = async (call: Call): Promise<Record<string, string>> =>
    JSON.parse((await load.send(call)).text) as Record<string, string>;
  const { popup_url: popup } = await ask(calls.create());
  const page = popup!.slice(popup!.indexOf('#token=') + '#token='.length);
  await load.send(jsonCall(operationPath('hostedOpened'), page));
  const link = { ...jsonCall(`${operationPath('hostedLink')}?via=qr`, page), method: 'GET' } as const;
  const { app_url: url } = await ask(link);
  const claim = { link_token: url!.slice(url!.indexOf('#link=') + '#link='.length), app_nonce: randomUUID() };
  const joined = await ask({ ...jsonCall(operationPath('claimSession'), ''), body: JSON.stringify(claim) });
  const { match_code: number } = await ask({ ...jsonCall(operationPath('hostedSession'), page), method: 'GET' });
  const [id, token] = [joined['session_id']!, joined['app_token']!];
  const confirm = jsonCall(operationPath('appConfirm', { session_id: id }), token);
  await load.send({ ...confirm, body: JSON.stringify({ number }) });
  return { id, token };
}
