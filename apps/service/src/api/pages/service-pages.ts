import { join } from 'node:path';
import { PAGE_PATHS } from '@authly/contract/wire/page-addresses';
import { READER_AGENT_ORIGIN } from '@authly/contract/wire/reader-agent';
import type { Config } from '../../config/config.ts';
import { ROOT } from '../../runtime/root.ts';
import { builtPages } from '../../http/pages/built-pages.ts';
import type { Page } from '../../http/pages/page.ts';

/** The hosted page may use no device, the app the camera and the reader agent. */
export function servicePages({ environment }: Pick<Config, 'environment'>): Page[] {
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
  ];
}
