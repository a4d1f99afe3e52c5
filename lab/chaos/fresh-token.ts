import type { Deployment } from '../fixture/deployment.ts';
import { tokenOf } from '../fixture/session-calls.ts';

const TOKEN_FOR_MS = 60_000;
/** A client's token requests are limited; a token lives longer than a round. */
const tokens = new Map<Deployment, { readonly token: string; readonly at: number }>();

export async function freshToken(deployment: Deployment): Promise<string> {
  const known = tokens.get(deployment);
  if (known && performance.now() - known.at < TOKEN_FOR_MS) return known.token;
  const token = await tokenOf(deployment.services[0]!, deployment.client);
  tokens.set(deployment, { token, at: performance.now() });
  return token;
}
