import type { CallName, CallParams, CallResult } from '@authly/service/operator/console/calls.ts';
import { BY_ITSELF_HEADER, callPath, PROOF_HEADER, type Presence } from '@authly/service/operator/wire/wire.ts';

let current: Presence | undefined;
let onSignedOut: () => void = () => {};

/** Later requests carry the proof of this sign-in. `signedOut` is called when the server no longer accepts it. */
export function rememberPresence(presence: Presence, signedOut: () => void): void {
  current = presence;
  onSignedOut = signedOut;
}

/** The base URL of the API. */
export const baseUrl = (): string => current?.baseUrl ?? '';
export const signInId = (): string | undefined => current?.signInId;
/** The id of the merchant whose people are signed in. */
export const ownMerchantId = (): string | undefined => current?.merchantId ?? undefined;
/** The server checks it too. */
export const may = (name: CallName): boolean => current?.calls?.includes(name) ?? false;

/** A service that hangs is reported, and asked again. */
const READ_MS = 10_000;
const limited = (): RequestInit => ({ signal: AbortSignal.timeout(READ_MS) });

const post = <T>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
  more: RequestInit = {},
): Promise<T> =>
  send<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [PROOF_HEADER]: current?.proof ?? '', ...headers },
    body: JSON.stringify(body),
    ...more,
  });

export const call = <Name extends CallName>(name: Name, params: CallParams<Name>): Promise<CallResult<Name>> =>
  post(callPath(name), params);

/** A request that the page sends `byItself` does not extend the sign-in. */
export const read = <Name extends CallName>(
  name: Name,
  params: CallParams<Name>,
  byItself: boolean,
): Promise<CallResult<Name>> => post(callPath(name), params, byItself ? { [BY_ITSELF_HEADER]: '1' } : {}, limited());

export const readPresence = (): Promise<Presence> => send('/api/presence', limited());
export const signIn = (token: string): Promise<Presence> => post('/api/login', { token });
export const signOut = (): Promise<unknown> => post('/api/logout', {});

class Refusal extends Error {
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

async function send<T>(path: string, request: RequestInit): Promise<T> {
  const response = await fetch(path, { ...request, cache: 'no-store', redirect: 'error' }).catch(() => {
    throw new Refusal('The console cannot be reached.');
  });
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { message?: string; code?: string; field?: string } }
    | undefined;
  if (body?.error?.code === 'signed_out') onSignedOut();
  const { message = `The console responded with status ${response.status}.`, field } = body?.error ?? {};
  throw new Refusal(message, field);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const fieldOf = (error: unknown): string | undefined => (error instanceof Refusal ? error.field : undefined);
