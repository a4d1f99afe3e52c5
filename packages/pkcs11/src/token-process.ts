// The separate process of the vendor's module: a hang or a crash stays in it, and it knows no secret of the service but the PIN.
import type { TokenRequest, TokenResponse, TokenSettings } from './token-calls.ts';
import { MissingKeyError, TokenSession } from './token-session.ts';

const settings = JSON.parse(process.argv[2]!) as TokenSettings;

let session: TokenSession | undefined;

function answer(request: TokenRequest): Uint8Array | null {
  session ??= new TokenSession(settings);
  switch (request.call) {
    case 'sign':
      return session.sign(request.keyId, request.data);
    case 'derive':
      return session.derive(request.keyId, request.data);
    case 'make':
      return session.make(request.keyId, request.curve);
    case 'check':
      session.checkKeys(request.keyIds);
      break;
    case 'destroy':
      session.destroy(request.keyId);
  }
  return null;
}

process.on('message', (request: TokenRequest) => {
  let response: TokenResponse;
  try {
    response = { id: request.id, result: answer(request) };
  } catch (error) {
    const isMissing = error instanceof MissingKeyError;
    response = { id: request.id, error: error instanceof Error ? error.message : String(error), isMissing };
  }
  process.send?.(response);
});
// It ends with the service, not with the terminal's signals: calls in flight are still signed. SIGUSR1 would open Node's debugger.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'] as const) process.on(signal, () => {});
