import { SCOPES } from '@authly/contract/scopes';
import { hashSecret } from '../../apps/service/src/merchants/client-secret.ts';
import type { Store } from '../../apps/service/src/storage/store.ts';
import type { BenchClient } from './clients.ts';

const AT_ONCE = 50;

/** Registers clients of a merchant, a few at a time. */
export async function addClients(
  { merchants }: Store,
  merchantId: string,
  clients: readonly BenchClient[],
): Promise<void> {
  const createdAt = Date.now();
  for (let from = 0; from < clients.length; from += AT_ONCE) {
    const some = clients.slice(from, from + AT_ONCE);
    await Promise.all(
      some.map(({ id, secret }) =>
        merchants.addClient({
          id,
          merchantId,
          scopes: SCOPES,
          secrets: [{ hash: hashSecret(secret), createdAt }],
          revokedAt: null,
          createdAt,
        }),
      ),
    );
  }
}
