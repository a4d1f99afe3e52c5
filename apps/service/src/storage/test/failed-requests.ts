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
  sessionId: null,
  field: null,
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

  it('lists those of one merchant by code and client, and those of one session, newest first', async () => {
    const { store, other } = fixture();
    const session = { id: 'ses_1', merchantId: 'mer_1' };
    const own = [
      failed('a', { sessionId: 'ses_1', field: 'payload.finger', code: 'invalid_request' }),
      failed('b', { at: NOW + 1, clientId: 'cli_2' }),
      failed('c', { at: NOW + 2, sessionId: 'ses_1', clientId: null }),
    ];
    const others = [
      failed('d', { at: NOW + 3, merchantId: 'mer_2', sessionId: 'ses_1' }),
      failed('e', { at: NOW + 4, merchantId: null, clientId: null, sessionId: 'ses_1' }),
    ];
    await store.failedRequests.add([...own, ...others]);
    const { failedRequests } = other;
    expect(await failedRequests.ofMerchant('mer_1', {}, 9)).toStrictEqual(own.toReversed());
    const ids = async (...about: Parameters<typeof failedRequests.ofMerchant>) =>
      (await failedRequests.ofMerchant(...about)).map(({ id }) => id);
    expect(await ids('mer_1', {}, 2)).toEqual(['c', 'b']);
    expect(await ids('mer_1', { code: 'invalid_request' }, 9)).toEqual(['a']);
    expect(await ids('mer_1', { clientId: 'cli_2' }, 9)).toEqual(['b']);
    expect(await ids('mer_1', { code: 'invalid_request', clientId: 'cli_2' }, 9)).toEqual([]);
    expect(await ids("'", {}, 9)).toEqual([]);
    expect((await failedRequests.ofSession(session, 9)).map(({ id }) => id)).toEqual(['c', 'a']);
    expect((await failedRequests.ofSession(session, 1)).map(({ id }) => id)).toEqual(['c']);
  });
}
