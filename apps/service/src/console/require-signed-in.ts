import type { FastifyRequest } from 'fastify';
import type { ConsoleSignIn } from '../storage/store.ts';
import type { ConsoleParts } from './endpoint.ts';
import { ConsoleRefused } from './refused.ts';
import { noteUse, signedIn } from './signed-in.ts';
import { BY_ITSELF_HEADER } from './wire.ts';

/** Whoever asks, by their cookie. What the page asks by itself does not keep anybody signed in. */
export async function requireSignedIn(
  request: FastifyRequest,
  { store, now }: Pick<ConsoleParts, 'store' | 'now'>,
  isByItself: boolean = request.headers[BY_ITSELF_HEADER] !== undefined,
): Promise<{ token: string; signIn: ConsoleSignIn }> {
  const found = await signedIn(store.console, request.headers.cookie, now());
  if (found === undefined) throw new ConsoleRefused(401, 'signed_out', 'You are not signed in.');
  if (!isByItself) await noteUse(store.console, found.signIn, now());
  return found;
}
