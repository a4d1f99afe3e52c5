import { expect, it, vi } from 'vitest';
import { StoreUnavailableError } from '../storage/port/store.ts';
import { Metrics } from './metrics.ts';

const life = (s: number) => ({ until: s * 1000, lateAt: (s - 10) * 1000 });

it('the expiry of a Bio certificate is by merchant; merchants above the limit share the earliest', async () => {
  const metrics = new Metrics({ version: '0', environment: 'test' });
  for (let i = 0; i < 110; i++) metrics.bioCertificateSeen(`m_${i}`, life(1000 + i));
  metrics.bioCertificateSeen('m_3', life(5000));
  metrics.bioCertificateSeen('m_100', life(6000));
  const { body } = await metrics.text();
  expect(body).toContain('authly_bio_certificate_expiry_timestamp_seconds{merchant="m_3"} 5000');
  expect(body).toContain('authly_bio_certificate_expiry_timestamp_seconds{merchant="other"} 1101');
  expect(body).toContain('authly_bio_certificate_late_timestamp_seconds{merchant="m_3"} 4990');
  expect(body).toContain('authly_bio_certificate_late_timestamp_seconds{merchant="other"} 1091');
});

it('each merchant has its own label up to a limit; the others share one', async () => {
  const metrics = new Metrics({ version: '0', environment: 'test' });
  for (let i = 0; i < 150; i++) metrics.bioAttempted(`m_${i}`, i % 2 === 0 ? 'ok' : 'merchant_bio_timeout', 0.1);
  metrics.bioAttempted('m_3', 'ok', 0.1);
  const { body } = await metrics.text();
  const lines = body.split('\n').filter((line) => line.startsWith('authly_bio_attempts_total{'));
  expect(lines).toContain('authly_bio_attempts_total{merchant="m_3",end="merchant_bio_timeout"} 1');
  expect(lines).toContain('authly_bio_attempts_total{merchant="m_3",end="ok"} 1');
  expect(lines).toContain('authly_bio_attempts_total{merchant="other",end="ok"} 25');
  expect(new Set(lines.map((line) => /merchant="(\w+)"/.exec(line)?.[1])).size).toBe(101);
  expect(body).toContain('authly_bio_attempt_duration_seconds_bucket{le="0.25",merchant="other"} 50');
});

it('an outage of the database is shown for three seconds, even if it answers reads', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const metrics = new Metrics({ version: '0', environment: 'test' });
  expect(metrics.recentOutage).toEqual([]);
  metrics.storeFailed(new StoreUnavailableError('disk_full', "the database server's disk is full"));
  clock.mockReturnValue(3999);
  expect(metrics.recentOutage).toEqual(["calls failed: the database server's disk is full"]);
  clock.mockReturnValue(4000);
  expect(metrics.recentOutage).toEqual([]);
  clock.mockRestore();
});
