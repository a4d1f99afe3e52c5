import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { TestService } from '../../../test/running-service.ts';
import { builtPages } from './built-pages.ts';

const APP_PAGE = join(import.meta.dirname, '..', '..', '..', '..', 'app', 'dist', 'assets');
const folder = mkdtempSync(join(tmpdir(), 'authly-built-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('only the worker of the app may compile WebAssembly: no page and no other file', () => {
  mkdirSync(join(folder, 'assets'));
  const names = ['index.html', 'assets/index-q3NYPGZm.js', 'assets/engine-worker-vNLQ_g-r.js', 'engine-worker-a.js'];
  for (const name of names) writeFileSync(join(folder, name), '');
  const policies = new Map(
    builtPages(folder, '/app/', { permissions: 'camera=(self)' }).map(({ path, headers }) => [
      path,
      headers?.['Content-Security-Policy'],
    ]),
  );
  expect(policies.size).toBe(names.length + 1);
  for (const [path, policy] of policies) {
    const scripts = path === '/app/assets/engine-worker-vNLQ_g-r.js' ? "'self' 'wasm-unsafe-eval'" : "'self'";
    expect([path, policy]).toEqual([path, expect.stringContaining(`script-src ${scripts};`)]);
    expect([path, policy]).toEqual([path, expect.not.stringMatching(/'unsafe-/)]);
  }
});

it('a page has the best coding that its client accepts, and compressed files are not pages', async () => {
  const service = await TestService.start();
  try {
    const codingFor = async (accepted: string): Promise<unknown> =>
      (await service.request('/hosted/', { headers: { 'accept-encoding': accepted } })).headers['content-encoding'];
    const asked = ['gzip, deflate, br, zstd', 'gzip', 'br;q=0, gzip', 'BR ; q=1.0', 'gzip;q=0.0', 'identity', 'brr'];
    expect(await Promise.all(asked.map(codingFor))).toEqual([
      'br',
      'gzip',
      'gzip',
      'br',
      undefined,
      undefined,
      undefined,
    ]);
    expect((await service.get('/hosted/index.html.br')).status).toBe(404);
  } finally {
    await service.stop();
  }
});

it('only the app’s page may connect to the reader agent, and to nothing else: not its worker, nor the hosted page', async () => {
  const service = await TestService.start();
  try {
    const connectsTo = async (path: string): Promise<string | undefined> =>
      /connect-src ([^;]*)/.exec(String((await service.get(path)).headers['content-security-policy']))?.[1];
    const worker = /assets\/engine-worker-[\w-]+\.js/.exec(
      readdirSync(APP_PAGE)
        .map((name) => `assets/${name}`)
        .join(),
    )?.[0];
    expect(await connectsTo('/app/')).toBe("'self' https://localhost:9446");
    expect([await connectsTo(`/app/${worker}`), await connectsTo('/hosted/')]).toEqual(["'self'", "'self'"]);
  } finally {
    await service.stop();
  }
});
