import type { IncomingMessage } from 'node:http';
import { OPERATIONS } from '@authly/contract/operations';

/**
 * In the order in which load is shed. Reading can be done again a moment later, and so can asking for a token; what moves a session
 * (its creation, the page's and the app's own calls, the capture) comes last.
 */
export const IMPORTANCE = ['reading', 'asking', 'moving'] as const;
export type Importance = (typeof IMPORTANCE)[number];

const TOKEN_PATH = OPERATIONS.issueToken.path;
const RESULT = /^\/v1\/sessions\/[^/]+\/result(?:\?|$)/;

/** By method and path alone: it is asked before anything else is known of a request. */
export function importanceOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Importance {
  if (method === 'POST') return url.startsWith(TOKEN_PATH) ? 'asking' : 'moving';
  return RESULT.test(url) ? 'asking' : 'reading';
}

const WAITS =
  /^\/(?:hosted\/v1\/events|app\/v1\/sessions\/[^/?]+\/callback)(?:\?|$)|^\/(?:v1\/sessions\/[^/?]+\/result|app\/v1\/sessions\/[^/?]+)\?(?:.*&)?wait=/;

/** Most of its time it waits for somebody outside: that it takes long says nothing about us. */
export const mayWait = ({ url = '' }: Pick<IncomingMessage, 'url'>): boolean => WAITS.test(url);
