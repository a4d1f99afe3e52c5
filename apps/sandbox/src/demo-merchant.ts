import { readFileSync } from 'node:fs';
import type { Acting } from '../../service/src/operator/actions/action.ts';
import { addClient } from '../../service/src/operator/actions/clients.ts';
import { auditEntriesBy } from '../../service/src/operator/actions/operator.ts';
import { secretMatches } from '../../service/src/merchants/client-secret.ts';
import { newMerchant } from '../../service/src/merchants/merchant.ts';
import type { MasterKey } from '../../service/src/config/master-key.ts';
import type { Store } from '../../service/src/storage/store.ts';
import { newWebhookSecret } from '../../service/src/webhooks/secret.ts';
import { readFacts, type SandboxFacts } from './facts.ts';

const MERCHANT_ID = 'mch_demo_shop';

/** The sandbox as an operator. `clockOffset`: of the sandbox's own clock. */
export function sandboxOperator(store: Store, clockOffset = 0) {
  const now = (): number => Date.now() + clockOffset;
  return { store, environment: 'test' as const, now, auditEntry: auditEntriesBy('sandbox', now) };
}

type DemoCredentials = Pick<SandboxFacts, 'merchant_id' | 'client_id' | 'client_secret'>;

interface DemoShop {
  readonly dataDir: string;
  readonly shopUrl: string;
  /** The sandbox's CA, which signed the shop's certificate. */
  readonly caFile: string;
}

/** Where the demo shop serves its Bio API, on whatever host people open the shop itself. */
export const shopBioBaseUrl = (shopUrl: string): string => atShop(shopUrl, '/bio');
const shopWebhookUrl = (shopUrl: string): string => atShop(shopUrl, '/webhooks/authly');
const atShop = (shopUrl: string, path: string): string => `https://localhost:${URL.parse(shopUrl)?.port || 443}${path}`;

/** The demo shop as a merchant. A restart on the same folder keeps its credentials. */
export async function demoMerchant(store: Store, { dataDir, shopUrl, caFile }: DemoShop): Promise<DemoCredentials> {
  const createdAt = Date.now();
  const merchant = newMerchant({
    id: MERCHANT_ID,
    name: 'Bean & Ridge',
    bioBaseUrl: shopBioBaseUrl(shopUrl),
    bioCaPem: readFileSync(caFile, 'utf8'),
    createdAt,
  });
  const operator = sandboxOperator(store);
  await store.merchants.add(merchant, operator.auditEntry('merchant.add', MERCHANT_ID));
  const kept = await keptCredentials(store, dataDir);
  if (kept !== undefined) return kept;
  const entry: Acting['entry'] = (...about) => operator.auditEntry('client.add', ...about);
  return { merchant_id: MERCHANT_ID, ...(await addClient({ ...operator, entry }, { merchant: MERCHANT_ID })) };
}

/**
 * Where the demo merchant's Bio API is: at the shop, whose port may have changed since the last start, unless an operator has registered
 * another address meanwhile. That one stays. Called once the shop is up, or an address that never came about would look like theirs.
 */
export async function registeredBioBaseUrl(store: Store, { dataDir, shopUrl, caFile }: DemoShop): Promise<string> {
  const { bioBaseUrl, bioCaPem: registeredPem } = (await store.merchants.find(MERCHANT_ID))!;
  const ofShop = shopBioBaseUrl(shopUrl);
  // Without sandbox.json no sandbox has run in this folder, so no operator has chosen an address.
  const { shop_url: earlier } = readFacts(dataDir);
  if (earlier !== undefined && bioBaseUrl !== ofShop && bioBaseUrl !== shopBioBaseUrl(earlier)) return bioBaseUrl;
  const bioCaPem = readFileSync(caFile, 'utf8');
  if (bioBaseUrl !== ofShop || registeredPem !== bioCaPem)
    await store.merchants.update(
      MERCHANT_ID,
      { bioBaseUrl: ofShop, bioCaPem },
      sandboxOperator(store).auditEntry('merchant.set', MERCHANT_ID, { changed: 'bioBaseUrl,bioCaFile' }),
    );
  return ofShop;
}

/**
 * Sends webhooks to the demo shop, with a new secret at each start. The previous secret stays valid. Undefined: an operator
 * has set another address for the demo merchant, which stays.
 */
export async function demoWebhookSecret(
  store: Store,
  master: MasterKey,
  { dataDir, shopUrl, caFile }: DemoShop,
): Promise<string | undefined> {
  const url = shopWebhookUrl(shopUrl);
  const known = await store.webhooks.find(MERCHANT_ID);
  const { shop_url: earlier } = readFacts(dataDir);
  if (known !== undefined && known.url !== url && known.url !== shopWebhookUrl(earlier ?? shopUrl)) return undefined;
  const { auditEntry } = sandboxOperator(store);
  const owner = { environment: 'test' as const, master, merchantId: MERCHANT_ID };
  const { text, secret } = newWebhookSecret(owner, Date.now());
  const caPem = readFileSync(caFile, 'utf8');
  if (known === undefined) {
    const endpoint = { merchantId: MERCHANT_ID, url, caPem, secrets: [secret], createdAt: Date.now() };
    await store.webhooks.add(endpoint, auditEntry('webhook.set', MERCHANT_ID));
    return text;
  }
  if (known.url !== url || known.caPem !== caPem)
    await store.webhooks.change(MERCHANT_ID, { url, caPem }, auditEntry('webhook.set', MERCHANT_ID));
  await store.webhooks.rotateSecret(MERCHANT_ID, secret, auditEntry('webhook.rotate', MERCHANT_ID));
  return text;
}

/** The ones in sandbox.json, if the store still accepts them. */
async function keptCredentials(store: Store, dataDir: string): Promise<DemoCredentials | undefined> {
  const { merchant_id, client_id, client_secret } = readFacts(dataDir);
  if (merchant_id !== MERCHANT_ID || client_id === undefined || client_secret === undefined) return undefined;
  return secretMatches(client_secret, await store.merchants.findClient(client_id))
    ? { merchant_id, client_id, client_secret }
    : undefined;
}
