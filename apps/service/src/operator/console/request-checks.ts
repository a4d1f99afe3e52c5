import type { FastifyRequest } from 'fastify';
import type { ConsoleSignIn } from '../../storage/port/store.ts';
import { ConsoleError } from './console-error.ts';
import type { ConsoleContext } from './endpoint.ts';
import { isProof, noteUse, signedIn } from './signed-in.ts';
import { BY_ITSELF_HEADER, PROOF_HEADER } from '../wire/wire.ts';

/** Against DNS rebinding: a foreign name that resolves to this machine must not reach the console. */
export function requireHost({ headers }: FastifyRequest, url: string): void {
  if (headers.host?.toLowerCase() !== new URL(url).host)
    throw new ConsoleError(421, 'other_host', `The console is at ${url}.`);
}

/** Only the console's own page may change something. Browsers set these headers, and no page can forge them. */
export function requireOwnPage({ headers }: FastifyRequest, url: string): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== url || (site !== undefined && site !== 'same-origin'))
    throw new ConsoleError(403, 'other_origin', 'This request was not sent by the console.');
}

/** Requests that the page sends on its own do not extend the sign-in. */
export async function requireSignedIn(
  request: FastifyRequest,
  { store, now }: Pick<ConsoleContext, 'store' | 'now'>,
  isByItself: boolean = request.headers[BY_ITSELF_HEADER] !== undefined,
): Promise<{ token: string; signIn: ConsoleSignIn }> {
  const found = await signedIn(store.console, request.headers.cookie, now());
  if (found === undefined) throw new ConsoleError(401, 'signed_out', 'You are not signed in.');
  if (!isByItself) await noteUse(store.console, found.signIn, now());
  return found;
}

/** A call of a signed-in operator, sent by the console's own page. */
export async function requireCaller(
  request: FastifyRequest,
  context: Pick<ConsoleContext, 'store' | 'now'> & { readonly url: string },
): Promise<{ signIn: ConsoleSignIn }> {
  const { token, signIn } = await requireSignedIn(request, context);
  requireOwnPage(request, context.url);
  if (!isProof(request.headers[PROOF_HEADER], token))
    throw new ConsoleError(403, 'no_proof', 'This request was not sent by the console. Reload the page.');
  return { signIn };
}
