import deviceVectors from '@authly/contract/device-vectors.json' with { type: 'json' };
import sampleRecords from '@authly/contract/sample-records.json' with { type: 'json' };
import sealingVectors from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClock } from '../../../test/test-clock.ts';
import { TestService } from '../../../test/running-service.ts';
import { CONTENTS, addressOf } from '../../../../docs/src/contents.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the documentation', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it('/.well-known/security.txt names the contact of the operator, for 90 more days; without one it is 404', async () => {
    expect((await service.get('/.well-known/security.txt')).status).toBe(404);
    const clock = new TestClock(Date.UTC(2027, 0, 1));
    const other = await TestService.start({ clock, config: { securityContact: 'mailto:security@shop.example' } });
    try {
      const { status, text } = await other.get('/.well-known/security.txt');
      expect([status, text]).toEqual([
        200,
        'Contact: mailto:security@shop.example\nExpires: 2027-04-01T00:00:00.000Z\nCanonical: https://authly.test/.well-known/security.txt\n',
      ]);
    } finally {
      await other.stop();
    }
  });

  it('/openapi.json is OpenAPI 3.1 of this service, with its own URL', async () => {
    const { status, json } = await service.get('/openapi.json');
    expect(status).toBe(200);
    expect(json).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://authly.test' }] });
    expect(Object.keys(json.paths)).toContain('/v1/sessions/{session_id}/result');
  });

  it('/bio-api/openapi.json and /bio-api/signature-vectors.json are served for merchants', async () => {
    const { status, json } = await service.get('/bio-api/openapi.json');
    expect([status, Object.keys(json.paths)]).toEqual([200, ['/enrollments', '/enrollments/lookup']]);
    const published = await service.get('/bio-api/signature-vectors.json');
    expect([published.status, published.json]).toEqual([200, signatureVectors]);
  });

  it.each([
    ['sealing-vectors', sealingVectors],
    ['device-vectors', deviceVectors],
    ['sample-records', sampleRecords],
  ])('/app-api/%s.json is served for app developers', async (name, published) => {
    const { status, json } = await service.get(`/app-api/${name}.json`);
    expect([status, json]).toEqual([200, published]);
  });

  it('/docs has a picture and links to every page of the menu, and needs no other host and no inline script', async () => {
    const { status, headers, text } = await service.get('/docs');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';(?!.*unsafe)/);
    expect(text).toContain('<svg');
    for (const { entries } of CONTENTS)
      for (const entry of entries.filter(({ file, isPartOf }) => file !== undefined && !isPartOf))
        expect(text).toContain(`<a href="${addressOf(entry)}"`);
    expect(text).not.toMatch(/(?:src|href)="https?:|<script(?! type="module" src="\/docs\/)|<style| style=/);
    expect((await service.get('/docs/')).text).toBe(text);
  });

  it.each([
    ['/docs/reference/api', ['POST /oauth/token', 'invalid_client', 'HttpRequest.newBuilder', 'http.NewRequest']],
    ['/docs/reference/errors', ['idempotency_conflict', 'processing_interrupted']],
    ['/docs/reference/states', ['<svg', 'app_launched']],
    ['/docs/reference/limits', ['10 minutes', 'merchant_user_ref']],
    ['/docs/reference/settings', ['AUTHLY_BASE_URL']],
  ])('%s shows what its table says, and is marked in the contents', async (path, words) => {
    const { text } = await service.get(path);
    for (const word of words) expect(text).toContain(word);
    expect(text.match(/aria-current="page"/g)).toHaveLength(1);
    expect(text).toContain(`<a href="${path}" aria-current="page">`);
  });

  it('every link, picture and anchor of every page and of the search works', async () => {
    const ids = new Map<string, Set<string>>();
    const anchors: [from: string, path: string, id: string][] = [];
    const seen = new Set(['/docs']);
    for (const path of seen) {
      const { status, text, headers } = await service.request(path, { headers: BROWSER });
      expect([path, status]).toEqual([path, 200]);
      const links = path.endsWith('search.json')
        ? Object.values((JSON.parse(text) as { documentIds: Record<string, string> }).documentIds)
        : [...text.matchAll(/(?:src|href|data-index)="([^"]*)"/g)].map(([, link = '']) => link);
      if (!/^(?:text\/html|application\/json)/.test(String(headers['content-type']))) continue;
      const found = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
      expect([path, found]).toEqual([path, [...new Set(found)]]);
      ids.set(path, new Set(found));
      for (const link of links.filter((each) => !/^(?:data|https?|mailto):/.test(each))) {
        const [target = '', id] = link.split('#');
        if (id !== undefined) anchors.push([path, target || path, id]);
        if (target !== '') seen.add(target);
      }
    }
    expect(anchors.filter(([, path, id]) => !ids.get(path)?.has(id))).toEqual([]);
    expect(seen.size).toBeGreaterThanOrEqual(60);
    expect(anchors.length).toBeGreaterThanOrEqual(300);
  });
});

describe('for a browser', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ environment: 'production' });
  });
  afterAll(() => service.stop());
  const open = (path: string, headers: Record<string, string> = BROWSER): ReturnType<TestService['request']> =>
    service.request(path, { headers });

  it('/ leads to the docs', async () => {
    expect(await open('/')).toMatchObject({ status: 302, headers: { location: '/docs', vary: 'Accept' } });
  });

  it('an unknown path is a 404 page with a request id that contains nothing of the URL', async () => {
    const { status, headers, text } = await open('/shop/<b>?code=1');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(text).toContain('Page not found');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const [, icon = ''] = /<img class="mark" src="([^"]+)"/.exec(text) ?? [];
    expect(await open(icon)).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
    expect(text).not.toMatch(/shop\/|code=1/);
  });

  it.each([
    ['/', { accept: '*/*' }],
    ['/', { accept: 'application/json' }],
    ['/nothing', {}],
    ['/nothing', { accept: 'application/json' }],
    ['/v1/nothing', BROWSER],
    ['/oauth/nothing', BROWSER],
    ['/hosted/v1/nothing', BROWSER],
    ['/app/v1/nothing', BROWSER],
  ])('%s with %o keeps the contract’s error', async (path, headers) => {
    const { status, json } = await open(path, headers);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  });

  it('a POST to an unknown path keeps the contract’s error', async () => {
    const { status, json } = await service.request('/nothing', { method: 'POST', headers: BROWSER, body: '' });
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  });

  it('in production there is no /docs/try, and no page links to it', async () => {
    expect((await open('/docs/try')).status).toBe(404);
    expect((await service.get('/docs')).text).not.toContain('/docs/try');
  });
});
