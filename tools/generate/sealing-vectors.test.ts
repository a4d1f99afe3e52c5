import { createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import PUBLISHED from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import type { ClaimSeal } from '@authly/contract/operations/claim-session';
import { EXAMPLE_VALUES } from '@authly/contract/operations/example-values';
import * as hpke from 'hpke';
import { expect, it } from 'vitest';
import { testSealing } from '../../apps/service/test/test-sealing.ts';

const reference = readFileSync(new URL('../../docs/reference/page-api.md', import.meta.url), 'utf8');

type SealRecord = (
  record: Uint8Array,
  finger: string,
  seal: ClaimSeal,
) => Promise<{ features: string; enc_key: string }>;

it('another implementation derives the key pairs of the vectors from their root, as the file describes', async () => {
  const suite = new hpke.CipherSuite(hpke.KEM_DHKEM_P256_HKDF_SHA256, hpke.KDF_HKDF_SHA256, hpke.AEAD_AES_256_GCM);
  for (const { root_hex: root, environment, merchant_id: merchant, ...vector } of PUBLISHED.vectors) {
    const derived = (use: string): Buffer =>
      Buffer.from(hkdfSync('sha256', Buffer.from(root, 'hex'), '', `authly:${use}:v2:${environment}:${merchant}`, 32));
    const { publicKey } = await suite.DeriveKeyPair(derived('sealing'), true);
    expect(Buffer.from(await suite.SerializePublicKey(publicKey)).toString('base64')).toBe(vector.public_key);
    expect(derived('context').toString('hex')).toBe(vector.context_secret_hex);
    const bound = [vector.merchant_user_ref, ...(vector.session_id === undefined ? [] : [vector.session_id])];
    const mac = createHmac('sha256', derived('context'));
    for (const text of [environment, vector.purpose, merchant, ...bound])
      mac.update(Buffer.concat([Buffer.of(0, 0, 0, text.length), Buffer.from(text)]));
    expect(mac.digest('base64url')).toBe(vector.context);
  }
});

it('the reference shows the first published vector, which has the values of the other examples', () => {
  const [, shown] = /^A running service serves all of them[^]*?```json\n([^]*?)```/m.exec(reference)!;
  expect(JSON.parse(shown!)).toEqual(PUBLISHED.vectors[0]);
  expect(PUBLISHED.vectors[0]).toMatchObject({
    key_id: EXAMPLE_VALUES.seal.key_id,
    context: EXAMPLE_VALUES.seal.context,
  });
});

it('the service opens what the code in the reference seals', async () => {
  const [, code] = /```js\nimport \* as hpke from 'hpke';\n([^]*?)```/.exec(reference)!;
  // oxlint-disable-next-line typescript/no-implied-eval -- the code of the page, as a reader copies it
  const sealRecord = new Function('hpke', `${code}; return sealRecord;`)(hpke) as SealRecord;
  const { seal, open } = await testSealing();
  const record = Uint8Array.from({ length: 300 }, (_, i) => i % 251);
  const { features, enc_key: encKey } = await sealRecord(record, 'LI', seal);
  expect(await open({ payload: { finger: 'LI' }, features, encKey })).toEqual(record);
});
