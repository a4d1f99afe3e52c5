import { expect, it } from 'vitest';
import type { FailedRequest } from '../port/store.ts';
import { NOW } from './samples.ts';
import type { Fixture } from './fixture.ts';

const failed = (id: string, changes: Partial<FailedRequest> = {}): FailedRequest => ({
  id,
  at: NOW,
  method: 'POST',
  route: '/v1/sessions/:session_id/cancel',
  status: 409,
  code: 'session_finalized',
  merchantId: 'mer_1',
  clientId: 'cli_1',
  ...changes,
});

export function failedRequests(fixture: () => Fixture): void {
  it('any process finds a request by its id, and old ones are erased up to the limit', async () => {
    const { store, other } = fixture();
    const stranger = failed('b', { at: NOW + 1, merchantId: null, clientId: null });
    await store.failedRequests.add([failed('a'), stranger]);
    await other.failedRequests.add([failed('c', { at: NOW + 2 })]);
    expect(await other.failedRequests.find('a')).toStrictEqual(failed('a'));
    expect(await other.failedRequests.find('b')).toStrictEqual(stranger);
    expect(await store.failedRequests.find("'")).toBeUndefined();
    expect([await store.failedRequests.erase(NOW + 2, 1), await store.failedRequests.erase(NOW + 2, 9)]).toEqual([
      1, 1,
    ]);
    expect([await store.failedRequests.find('b'), await store.failedRequests.find('c')]).toEqual([
      undefined,
      failed('c', { at: NOW + 2 }),
    ]);
  });
}
