import type { TokenPlace } from './settings.ts';
import { MissingKeyError, TokenSession } from './token-session.ts';

// A process of its own for the token's module: it may hang or crash without the service, and of all that the service holds it knows the PIN alone.

export type Asked =
  | { readonly call: 'sign'; readonly keyId: string; readonly data: Uint8Array }
  | { readonly call: 'look'; readonly keyIds: readonly string[] }
  | { readonly call: 'make' | 'destroy'; readonly keyId: string };
export type Request = { readonly id: number } & Asked;
export type Reply = { readonly id: number } & (
  | { readonly result: Uint8Array | null }
  | { readonly error: string; readonly isMissing: boolean }
);

const place = JSON.parse(process.argv[2]!) as TokenPlace;

let session: TokenSession | undefined;

function answer(request: Request): Uint8Array | null {
  session ??= new TokenSession(place);
  switch (request.call) {
    case 'sign':
      return session.sign(request.keyId, request.data);
    case 'make':
      return session.make(request.keyId);
    case 'look':
      session.look(request.keyIds);
      break;
    case 'destroy':
      session.destroy(request.keyId);
  }
  return null;
}

process.on('message', (request: Request) => {
  let reply: Reply;
  try {
    reply = { id: request.id, result: answer(request) };
  } catch (error) {
    const isMissing = error instanceof MissingKeyError;
    reply = { id: request.id, error: error instanceof Error ? error.message : String(error), isMissing };
  }
  process.send?.(reply);
});
// It ends with the service, not with the terminal's signals: what is in flight is still signed.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
