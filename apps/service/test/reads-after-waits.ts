import { expect, vi } from 'vitest';
import type { TestService } from './running-service.ts';

/** Once every wait has ended: how often sessions are read while the longest wait passes. */
export async function readsAfterWaits(service: TestService): Promise<number> {
  await expect.poll(async () => (await service.ops('/metrics')).text).toMatch(/^authly_http_requests_in_flight 0$/m);
  const reads = vi.spyOn(service.service.store.sessions, 'find');
  service.clock.move(25_000);
  await service.get('/v1/signing-keys');
  const { length } = reads.mock.calls;
  reads.mockRestore();
  return length;
}
