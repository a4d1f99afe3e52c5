import type { Deployment } from './deployment.ts';
import { parsed, requestToken } from './merchant-calls.ts';

/** Tokens live ten minutes, and a client may ask for thirty a minute: one a minute will do. */
const tokens = new Map<Deployment, { readonly token: string; readonly at: number }>();

export async function freshToken(deployment: Deployment): Promise<string> {
  const known = tokens.get(deployment);
  if (known && performance.now() - known.at < 60_000) return known.token;
  const answer = await requestToken(deployment.services[0]!, deployment.client);
  if (answer?.status !== 200) throw new Error(`no token: ${answer?.status ?? 'no answer'}`);
  const { access_token: token } = parsed<{ access_token: string }>(answer);
  tokens.set(deployment, { token, at: performance.now() });
  return token;
}
