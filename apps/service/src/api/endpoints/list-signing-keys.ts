import type { Handle } from '../call.ts';

/** A cached list would delay an emergency rotation. */
export const listSigningKeys: Handle = async (_call, app) => {
  return { status: 200, body: await app.keys.published() };
};
