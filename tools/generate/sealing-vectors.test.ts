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

it('the vectors have the shared secret that RFC 9180, appendix A.3.1, publishes for their key pairs', () => {
  for (const { hpke_shared_secret_hex: secret } of PUBLISHED.vectors)
    expect(secret).toBe('c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8');
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
