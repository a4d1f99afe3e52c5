import { createPublicKey } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { onOneStore } from '../../../test/on-stores.ts';
import type { TestService } from '../../../test/running-service.ts';

onOneStore((fixture) => {
  let service: TestService;
  beforeAll(async () => {
    service = await fixture.start();
  });
  const list = async (): Promise<{ key_id: string; status: string; algorithm: string; public_key_base64: string }[]> =>
    (await service.get('/v1/signing-keys')).json.keys;

  it('200 {keys: [{key_id, algorithm, public_key_base64, status}]} without authentication, with no-store', async () => {
    const answer = await service.get('/v1/signing-keys');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      keys: [
        {
          key_id: expect.stringMatching(/^bio_test_/),
          algorithm: 'ed25519',
          public_key_base64: expect.any(String),
          status: 'active',
        },
      ],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('public_key_base64 is an Ed25519 key in SPKI DER', async () => {
    const [key] = await list();
    expect(
      createPublicKey({ key: Buffer.from(key!.public_key_base64, 'base64'), format: 'der', type: 'spki' })
        .asymmetricKeyType,
    ).toBe('ed25519');
  });

  it('never contains a private key', async () => {
    const [record] = await service.service.store.keys.list('bio-signing');
    expect((await service.get('/v1/signing-keys')).text).not.toContain(Buffer.from(record!.sealed).toString('base64'));
  });
});
