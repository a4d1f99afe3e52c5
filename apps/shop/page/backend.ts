import type { CreatedSession, SessionState } from '@authly/browser';

export type What = 'enroll' | 'pay';

/** A session as the shop's backend returns it. `paid` is its own decision, from `matched` of the result endpoint. */
export interface ShopSession extends SessionState {
  readonly mode: 'enroll' | 'verify';
  readonly failure_code?: string;
  readonly paid?: boolean;
}

export interface Order {
  readonly number: number;
  readonly at: string;
  /** Null until it is known. */
  readonly paid: boolean | null;
}

export interface Me {
  readonly name: string;
  readonly enrolled_finger: string | null;
  readonly orders: readonly Order[];
}

export interface Call {
  readonly number: number;
  readonly direction: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly sent?: unknown;
  readonly answered?: unknown;
}

export interface Move {
  readonly status: string;
  readonly at: string;
  /** False: inferred from a later state, not returned by the result endpoint. */
  readonly told: boolean;
}

/** The calls and states of the signed-in user. */
export interface Counter {
  readonly calls: readonly Call[];
  /** Of the latest session. */
  readonly moves: readonly Move[];
}

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}

const post = <Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });

export const me = (): Promise<Me | null> => ask('/api/me');
export const signIn = (name: string): Promise<object> => post('/api/sign-in', { name });
export const create = (what: What, options: object, signal: AbortSignal): Promise<CreatedSession> =>
  post(`/api/${what}`, options, signal);
export const read = (id: string, signal: AbortSignal): Promise<ShopSession> => ask(`/api/sessions/${id}`, { signal });
export const cancel = (id: string): Promise<object> => post(`/api/sessions/${id}/cancel`, {});
export const counterAfter = (number: number): Promise<Counter> => ask(`/api/trace?after=${number}`);
