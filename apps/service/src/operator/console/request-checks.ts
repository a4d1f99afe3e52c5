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

/** Where a proxy ends TLS, a request must come over it: a sign-in must not cross the network in plain text. */
export function requireTls({ protocol }: FastifyRequest, url: string): void {
  if (url.startsWith('https:') && protocol !== 'https')
    throw new ConsoleError(403, 'https_required', `The console is at ${url}.`);
}

/** Only the console's own page may change something. Browsers set these headers, and no page can forge them. */
export function requireOwnPage({ headers }: FastifyRequest, url: string): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== url || (site !== undefined && site !== 'same-origin'))
    throw new ConsoleError(403, 'other_origin', 'This request was not sent by the console.');
}

/** A call of a signed-in operator, sent by the console's own page. Requests that the page sends on its own do not extend the sign-in. */
export async function requireCaller(
  request: FastifyRequest,
  { store, now, url }: Pick<ConsoleContext, 'store' | 'now'> & { readonly url: string },
): Promise<ConsoleSignIn> {
  const { headers } = request;
  const found = await signedIn(store, headers.cookie, now());
  if (found === undefined) throw new ConsoleError(401, 'signed_out', 'You are not signed in.');
  if (headers[BY_ITSELF_HEADER] === undefined) await noteUse(store.console, found.signIn, now());
  requireOwnPage(request, url);
  if (!isProof(headers[PROOF_HEADER], found.token))
    throw new ConsoleError(403, 'no_proof', 'This request was not sent by the console. Reload the page.');
  return found.signIn;
}
