import type { Endpoint } from '../endpoint.ts';

/** GET /v1/signing-keys: not to be cached on the way, or an emergency rotation would not take effect. */
export const listSigningKeys: Endpoint = {
  operation: 'listSigningKeys',
  async handle(_call, app) {
    return { status: 200, body: await app.keys.published(), headers: { 'Cache-Control': 'no-store' } };
  },
};
