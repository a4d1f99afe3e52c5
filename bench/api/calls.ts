import { OIDC_CLIENT } from './clients.ts';
import type { LoadGenerator } from './load.ts';
import { createRequests, resultRequests, TOKEN_WITH_WINDOW_PATH, tokenRequests, type NextRequest } from './requests.ts';
import type { Target } from './target.ts';

/** How many sessions the results are read of. */
const SESSIONS = 500;

/** The requests that one target is loaded with. */
export interface Calls {
  readonly token: NextRequest;
  /** The floor knows a second one, which also counts in a rate window. */
  readonly tokenWithWindow: NextRequest;
  readonly create: NextRequest;
  readonly result: NextRequest;
}

/** All that oidc-provider is asked for. */
export const oidcTokens = (): NextRequest => tokenRequests({ next: () => OIDC_CLIENT });

/** Asks the target itself for what its requests need: an access token, and sessions to read. */
export async function prepareCalls(
  target: Pick<Target, 'clients'>,
  load: LoadGenerator,
  merchantId: string,
): Promise<Calls> {
  await target.clients.stock(1);
  const token = tokenRequests(target.clients);
  let accessToken = '';
  await load.forRequests(1, token, {
    each: ({ body }) => (accessToken = (JSON.parse(body.toString()) as { access_token: string }).access_token),
  });
  const create = createRequests(merchantId, accessToken);
  const sessionIds: string[] = [];
  await load.forRequests(SESSIONS, create, {
    each: ({ body }) => sessionIds.push((JSON.parse(body.toString()) as { session_id: string }).session_id),
  });
  return {
    token,
    tokenWithWindow: tokenRequests(target.clients, TOKEN_WITH_WINDOW_PATH),
    create,
    result: resultRequests(sessionIds, accessToken),
  };
}
