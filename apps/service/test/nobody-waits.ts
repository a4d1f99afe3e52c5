import { expect, vi } from 'vitest';
import type { TestService } from './running-service.ts';

/** Whoever waited for a session has gone: how often it is looked at from then on, when as much time passes as anybody may wait. */
export async function looksAfterAll(service: TestService): Promise<number> {
  await expect.poll(async () => (await service.ops('/metrics')).text).toMatch(/^authly_http_requests_in_flight 0$/m);
  const looks = vi.spyOn(service.service.store.sessions, 'find');
  service.clock.move(25_000);
  await service.get('/v1/signing-keys');
  const { length } = looks.mock.calls;
  looks.mockRestore();
  return length;
}
