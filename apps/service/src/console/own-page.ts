import type { FastifyRequest } from 'fastify';
import { ConsoleRefused } from './refused.ts';

/** A name of somebody else's that leads to this machine does not lead here: its page could read the answers. */
export function requireHost({ headers }: FastifyRequest, url: string): void {
  if (headers.host?.toLowerCase() !== new URL(url).host)
    throw new ConsoleRefused(421, 'other_host', `The console is at ${url}.`);
}

/** What changes something comes from the console's own page. A browser says where from, and no page can change what it says. */
export function requireOwnPage({ headers }: FastifyRequest, url: string): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== url || (site !== undefined && site !== 'same-origin'))
    throw new ConsoleRefused(403, 'other_origin', 'This did not come from the console itself.');
}
