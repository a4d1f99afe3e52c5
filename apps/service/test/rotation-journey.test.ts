import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  createBioApi,
  createSigningKeys,
  memoryEnrollments,
  memoryNonces,
  type BioRefusalReport,
} from '@authly/merchant';
import { toNodeHandler } from '@authly/merchant/node';
import {
  createVirtualClock,
  sampleStore,
  signBioRequest,
  type ServiceKey,
  type VirtualClock,
} from '@authly/merchant/testing';
import { Agent, fetch as fetchWith } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BioApi } from '../src/bio-api/client.ts';
import { OutboundConnections } from '../src/outbound/connections.ts';
import { KeyRing } from '../src/keys/key-ring.ts';
import type { Merchant } from '../src/merchants/merchant.ts';
import { emergencyRotation, scheduleRotation } from '../src/keys/rotation.ts';
import { unseal } from '../src/keys/seal.ts';
import { failureOf, makeCertificates, merchantAt, type Certificates } from './bio-merchant.ts';
import { TestService } from './running-service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * A rotation from the merchant's side. The service serves its key list over TLS. The merchant's Bio API is the SDK's and caches the list by
 * its own clock. The test moves both clocks; timestamps of calls stay on real time.
 */
describe('a rotation seen from the merchant', () => {
  let certificates: Certificates;
  let service: TestService;
  let shop: Server;
  let merchant: Merchant;
  let merchantClock: VirtualClock;
  let refusals: BioRefusalReport[];
  let listsFetched: number;
  let connections: OutboundConnections;
  let agent: Agent;
  let bio: BioApi;

  beforeEach(async () => {
    certificates ??= await makeCertificates();
    service = await TestService.start();
    merchantClock = createVirtualClock();
    [refusals, listsFetched] = [[], 0];
    agent = new Agent({ connect: { ca: service.ca } });
    const keys = createSigningKeys({
      baseUrl: service.origin,
      clock: merchantClock,
      fetch: ((url: string, init: object) => {
        listsFetched++;
        return fetchWith(url, { ...init, dispatcher: agent });
      }) as typeof fetch,
    });
    const handler = createBioApi({
      merchantId: 'm_1',
      keys,
      nonces: memoryNonces(),
      store: memoryEnrollments(),
      onRefusal: (report) => refusals.push(report),
    });
    shop = createServer({ cert: certificates.cert, key: certificates.key }, toNodeHandler(handler)).listen(
      0,
      '127.0.0.1',
    );
    await once(shop, 'listening');
    merchant = merchantAt(`https://127.0.0.1:${(shop.address() as AddressInfo).port}/bio`, certificates.ca);
    connections = new OutboundConnections({ environment: 'test' });
    // Signs like another process of this deployment.
    const ring = new KeyRing({
      source: service.service.store.keys,
      master: service.config.masterKey,
      environment: 'test',
      clock: service.clock,
    });
    bio = new BioApi({ keys: ring, connections, onCall: (report) => signedWith.push(report.keyId) });
    signedWith = [];
  });
  afterEach(async () => {
    connections.close();
    shop.close();
    shop.closeAllConnections();
    await agent.close();
    await service.stop();
  });

  let signedWith: string[];

  /** Moves both clocks. */
  const pass = (ms: number): void => {
    service.clock.move(ms);
    merchantClock.advance(ms);
  };
  const call = async (): Promise<string> => failureOf(await bio.store(merchant, sampleStore({ merchant_id: 'm_1' })));
  const published = async (): Promise<string[]> =>
    ((await service.get('/v1/signing-keys')).json.keys as { key_id: string; status: string }[]).map(
      ({ key_id, status }) => `${key_id} ${status}`,
    );
  const rotationInput = async () => ({
    purpose: 'bio-signing' as const,
    records: await service.service.store.keys.list('bio-signing'),
    environment: 'test' as const,
    master: service.config.masterKey,
    now: service.clock.now(),
  });

  /** A private key as it leaks: an emergency destroys it in the store. */
  async function leak(keyId: string): Promise<ServiceKey> {
    const record = (await service.service.store.keys.list('bio-signing')).find(({ id }) => id === keyId)!;
    const pkcs8 = unseal(
      service.config.masterKey,
      { environment: 'test', purpose: 'bio-signing', keyId },
      record.sealed,
    );
    const privateKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
    return {
      keyId,
      sign: async (text: string) =>
        Buffer.from(await webcrypto.subtle.sign('Ed25519', privateKey, Buffer.from(text))).toString('base64'),
    } as ServiceKey;
  }

  /** An attacker with a leaked private key. */
  async function forgeWith(key: ServiceKey): Promise<Response> {
    const request = await signBioRequest({
      key,
      merchantId: 'm_1',
      url: `${merchant.bioBaseUrl}/enrollments`,
      body: sampleStore({ merchant_id: 'm_1' }),
      now: Date.now(),
    });
    const toShop = new Agent({ connect: { ca: certificates.ca } });
    const response = await fetchWith(request.url, {
      method: 'POST',
      headers: [...request.headers],
      body: await request.text(),
      dispatcher: toShop,
    });
    const copy = new Response(await response.text(), { status: response.status });
    await toShop.close();
    return copy;
  }

  it('scheduled: no call is rejected before, at or after the switch, and the old key is gone after 7 days', async () => {
    expect(await call()).toBe('none');
    const oldKey = signedWith[0]!;
    expect(listsFetched).toBe(1);

    const { added, notice } = scheduleRotation({ ...(await rotationInput()), switchAt: service.clock.now() + 8 * DAY });
    await service.service.store.keys.add(added);
    expect(notice).toContain(added.id);
    pass(1000);
    expect(await published()).toEqual([`${oldKey} active`]);
    expect(await call()).toBe('none');

    // The old key signs until the switch. The new one is listed slightly earlier, because clocks may differ.
    pass(8 * DAY - 1000 - 5001);
    expect(await call()).toBe('none');
    expect(await published()).toEqual([`${oldKey} active`]);
    const fetchedBefore = listsFetched;
    pass(5000);
    expect(await published()).toEqual([`${added.id} active`, `${oldKey} retiring`]);
    pass(6000);

    // At the switch the merchant's list is fresh without the new key: it fetches again at once.
    expect(await call()).toBe('none');
    expect(signedWith.at(-1)).toBe(added.id);
    expect(listsFetched).toBe(fetchedBefore + 1);
    expect(await published()).toEqual([`${added.id} active`, `${oldKey} retiring`]);
    // A call signed with the old key before the switch is still accepted after it.
    expect((await forgeWith(await leak(oldKey))).status).toBe(200);

    pass(7 * DAY - 6000);
    expect(await published()).toEqual([`${added.id} active`, `${oldKey} retiring`]);
    expect(await call()).toBe('none');
    pass(6000);
    expect(await published()).toEqual([`${added.id} active`]);
    pass(5 * MINUTE);
    expect(await call()).toBe('none');
    expect((await forgeWith(await leak(oldKey))).status).toBe(401);
    expect(signedWith).toEqual([oldKey, oldKey, oldKey, added.id, added.id, added.id]);
    expect(refusals.map(({ code }) => code)).toEqual(['invalid_signature']);
  });

  it('emergency: the next call is signed with the new key and accepted; the leaked key is rejected once the list is old', async () => {
    expect(await call()).toBe('none');
    const leakedId = signedWith[0]!;
    const leaked = await leak(leakedId);
    pass(6000);

    const { added, removedIds, notice } = emergencyRotation(await rotationInput());
    await service.service.store.keys.add(added, undefined, { removedIds });
    expect(removedIds).toEqual([leakedId]);
    expect(notice).toContain(leakedId);
    // The service reads its keys within a second; the merchant has the old list.
    service.clock.move(1000);
    expect(await published()).toEqual([`${added.id} active`]);
    expect((await forgeWith(leaked)).status).toBe(200);

    // The first call with the new key makes the merchant fetch the list, which no longer has the leaked key.
    expect(await call()).toBe('none');
    expect(signedWith.at(-1)).toBe(added.id);
    expect((await forgeWith(leaked)).status).toBe(401);
    expect(refusals).toMatchObject([{ code: 'invalid_signature', step: 2 }]);
  });
});
