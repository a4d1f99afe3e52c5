import type { Endpoint } from '../call.ts';

/** A cached list would delay an emergency rotation. */
export const listSigningKeys: Endpoint = {
  operation: 'listSigningKeys',
  async handle(_call, app) {
    return { status: 200, body: await app.keys.published(), headers: { 'Cache-Control': 'no-store' } };
  },
};
