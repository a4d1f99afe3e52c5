import { BY_ITSELF_HEADER, PROOF_HEADER, type Presence } from '@authly/service/console/wire.ts';

/** Something was refused; the message is for whoever looks at the page. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

let proof = '';
let onSignedOut: () => void = () => {};

/** From now on what is done is proved with this, and who is signed out is told so. */
export function follow(presence: Presence, signedOut: () => void): void {
  proof = presence.proof ?? '';
  onSignedOut = signedOut;
}

/** Asks. `byItself`: nobody did anything to cause it. */
export const ask = <T>(path: string, byItself = false): Promise<T> =>
  call<T>(path, { headers: byItself ? { [BY_ITSELF_HEADER]: '1' } : {} });

/** Does something. */
export const act = <T = unknown>(path: string, body: object = {}): Promise<T> =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [PROOF_HEADER]: proof },
    body: JSON.stringify(body),
  });

async function call<T>(path: string, request: RequestInit): Promise<T> {
  const answer = await fetch(path, { ...request, cache: 'no-store', redirect: 'error' }).catch(() => {
    throw new Refusal(0, 'The console cannot be reached.');
  });
  if (answer.ok) return (await answer.json()) as T;
  const said = (await answer.json().catch(() => undefined)) as
    | { error?: { message?: string; code?: string } }
    | undefined;
  if (said?.error?.code === 'signed_out') onSignedOut();
  throw new Refusal(answer.status, said?.error?.message ?? `The console answered ${answer.status}.`);
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
