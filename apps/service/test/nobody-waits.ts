import { expect, vi } from 'vitest';
import type { TestService } from './running-service.ts';

/** Whoever waited for a session has gone: however much time passes, nobody looks at it any more. */
export async function expectNobodyWaits(service: TestService): Promise<void> {
  await expect.poll(async () => (await service.ops('/metrics')).text).toMatch(/^authly_http_requests_in_flight 0$/m);
  const looks = vi.spyOn(service.service.store.sessions, 'find');
  service.clock.move(25_000);
  await service.get('/v1/signing-keys');
  expect(looks).not.toHaveBeenCalled();
  looks.mockRestore();
}
