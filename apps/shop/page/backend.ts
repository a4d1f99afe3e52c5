import type { FailureGroup } from '@authly/merchant';
import type { CreatedSession, SessionState } from '@authly/browser';
import type { Order, Panel } from '../src/wire.ts';

export type What = 'enroll' | 'pay';

/** `paid` is the shop's own decision, from `matched` of the result endpoint. */
export interface ShopSession extends SessionState {
  readonly mode: 'enroll' | 'verify';
  readonly failure_group?: FailureGroup;
  readonly paid?: boolean;
  readonly order?: Order;
}

interface Me {
  readonly name: string;
  readonly enrolled_finger: string | null;
  readonly orders: readonly Order[];
  readonly device_binding: string;
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
export const bindDevices = (mode: string): Promise<object> => post('/api/device-binding', { mode });
export const removeFinger = (): Promise<object> => post('/api/remove-finger', {});
export const payByCard = (): Promise<Order> => post('/api/pay-by-card', {});
export const panelAfter = (number: number): Promise<Panel> => ask(`/api/trace?after=${number}`);
