import { join } from 'node:path';
import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { READER_AGENT_ORIGIN } from '@authly/contract/wire/reader-agent';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../runtime/clock.ts';
import { ROOT } from '../../runtime/root.ts';
import { builtPages } from '../../http/pages/built-pages.ts';
import type { Page } from '../../http/pages/page.ts';

/** The hosted page may use no device, the app the camera and the reader agent. */
export function servicePages(
  { baseUrl, environment, securityContact }: Pick<Config, 'baseUrl' | 'environment' | 'securityContact'>,
  clock: Clock,
): Page[] {
  return [
    ...builtPages(join(ROOT, 'apps', 'hosted', 'dist'), PAGE_PATHS.hosted, {
      permissions: 'camera=(), microphone=(), geolocation=()',
    }),
    ...builtPages(join(ROOT, 'apps', 'app', 'dist'), PAGE_PATHS.app, {
      permissions: 'camera=(self), microphone=(), geolocation=()',
      connectsTo: [READER_AGENT_ORIGIN],
    }),
    // Synthetic fingers depend on the environment of the store: no setting enables them.
    {
      path: PAGE_PATHS.appEnvironment,
      type: 'application/json; charset=utf-8',
      content: () => ({ body: JSON.stringify({ environment }) }),
      headers: { 'Cache-Control': 'no-store' },
    },
    ...(securityContact === undefined ? [] : [securityText(baseUrl, securityContact, clock)]),
  ];
}

const DAY_MS = 86_400_000;

/** RFC 9116 asks for a date after which the file counts as stale. */
const securityText = (baseUrl: string, contact: string, clock: Clock): Page => ({
  path: '/.well-known/security.txt',
  type: 'text/plain; charset=utf-8',
  content: () => ({
    body: `Contact: ${contact}\nExpires: ${new Date(clock.now() + 90 * DAY_MS).toISOString()}\nCanonical: ${baseUrl}/.well-known/security.txt\n`,
  }),
  headers: { 'Cache-Control': 'no-cache' },
});
