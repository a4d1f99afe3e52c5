import type { Endpoint } from '../call.ts';

/** Not to be cached on the way, or an emergency rotation would not take effect. */
export const listSigningKeys: Endpoint = {
  operation: 'listSigningKeys',
  async handle(_call, app) {
    return { status: 200, body: await app.keys.published(), headers: { 'Cache-Control': 'no-store' } };
  },
};
