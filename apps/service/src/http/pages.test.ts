import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService } from '../../test/running-service.ts';

describe('the documentation', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it('/openapi.json is OpenAPI 3.1 of what this service answers to, at its own address', async () => {
    const { status, json } = await service.get('/openapi.json');
    expect(status).toBe(200);
    expect(json).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://authly.test' }] });
    expect(Object.keys(json.paths)).toContain('/v1/sessions/{session_id}/result');
  });

  it('/bio-api/openapi.json and /bio-api/signature-vectors.json are what a merchant implements, and its test vectors', async () => {
    const { status, json } = await service.get('/bio-api/openapi.json');
    expect([status, Object.keys(json.paths)]).toEqual([200, ['/enrollments', '/enrollments/lookup']]);
    const published = await service.get('/bio-api/signature-vectors.json');
    expect([published.status, published.json]).toEqual([200, signatureVectors]);
  });

  it('/docs shows every endpoint and error code, and needs no outside host', async () => {
    const { status, headers, text } = await service.get('/docs');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const word of ['POST /oauth/token', 'idempotency_conflict', 'processing_interrupted', '<svg'])
      expect(text).toContain(word);
    expect(text).not.toMatch(/(?:src|href)="https?:/);
  });

  it('every link and picture of every page leads somewhere', async () => {
    const seen = new Set(['/docs']);
    for (const path of seen) {
      const { status, text, headers } = await service.get(path);
      expect([path, status]).toEqual([path, 200]);
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      for (const [, target = ''] of text.matchAll(/(?:src|href)="(\/[^"#]*)/g)) seen.add(target);
    }
    expect(seen.size).toBeGreaterThanOrEqual(12);
  });
});
