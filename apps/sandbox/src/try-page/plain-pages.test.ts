import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlainPages } from '../../../service/src/http/redirect-server.ts';
import { loopbackCertificates } from '../../../service/test/loopback-certificates.ts';
import { TestService } from '../../../service/test/running-service.ts';
import { plainPages } from './plain-pages.ts';

describe('pages over plain HTTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authly-plain-'));
  let pages: PlainPages;
  let ca: string;
  let service: TestService;
  beforeAll(async () => {
    ca = readFileSync((await loopbackCertificates(folder)).caFile, 'utf8');
    pages = plainPages({ ca, shopUrl: 'https://192.168.1.20:9443' });
    service = await TestService.start({ plainPages: pages });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it('/try has no script, and links to the shop', async () => {
    const { status, headers, text } = await service.plain('/try?from=qr');
    expect([status, headers['content-type'], headers['vary']]).toEqual([200, 'text/html; charset=utf-8', 'User-Agent']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; .*frame-ancestors 'none'$/,
    );
    expect(text).toContain('href="https://192.168.1.20:9443"');
    expect(text).not.toMatch(/<script|style=|http:/);
  });

  it('/ca.pem has the content type that phones expect, and no private key', async () => {
    const { headers, text } = await service.plain('/ca.pem');
    expect(headers['content-type']).toBe('application/x-x509-ca-cert');
    expect(text).toBe(ca);
    expect(text).not.toContain('PRIVATE');
  });

  it('other paths are redirected', async () => {
    for (const path of ['/', '/try/', '/TRY', '/ca-key.pem', '/constructor', '/v1/signing-keys'])
      expect((await service.plain(path)).status).toBe(308);
    expect((await service.plain('/try', { method: 'POST', body: '{}' })).status).toBe(308);
    const head = await service.plain('/try', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('a service without these pages redirects /try and /ca.pem; production refuses to start with them', async () => {
    const plain = await TestService.start();
    for (const path of ['/try', '/ca.pem', '/try.css']) expect((await plain.plain(path)).status).toBe(308);
    await plain.stop();
    await expect(TestService.start({ environment: 'production', plainPages: pages })).rejects.toThrow('sandbox alone');
  });
});
