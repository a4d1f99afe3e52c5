import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVICE_BINDINGS } from '../../../packages/contract/src/wire/device.ts';
import type { Acting } from '../../service/src/operator/row/action.ts';
import { addClient } from '../../service/src/operator/changes/add-client.ts';
import { secretMatches } from '../../service/src/merchants/client-secret.ts';
import { logoOf } from '../../service/src/merchants/logo/logo.ts';
import { newMerchant } from '../../service/src/merchants/merchant.ts';
import type { MasterKey } from '../../service/src/config/master-key.ts';
import type { Store } from '../../service/src/storage/port/store.ts';
import { newWebhookSecret } from '../../service/src/webhooks/secret.ts';
import { readFacts, type SandboxFacts } from './facts.ts';

const MERCHANT_ID = 'mch_demo_shop';

export function sandboxOperator(store: Store, action: string, clockOffset = 0) {
  const now = (): number => Date.now() + clockOffset;
  const entry: Acting['entry'] = (subject, detail = {}) => ({ at: now(), actor: 'sandbox', action, subject, detail });
  return { store, environment: 'test' as const, now, entry };
}

export type DemoCredentials = Pick<SandboxFacts, 'merchant_id' | 'client_id' | 'client_secret'>;

interface DemoShop {
  readonly dataDir: string;
  readonly shopUrl: string;
  readonly caFile: string;
}

/** The service calls the shop on this machine, even if people open it at another host. */
export const shopBioBaseUrl = (shopUrl: string): string => atShop(shopUrl, '/bio');
const shopWebhookUrl = (shopUrl: string): string => atShop(shopUrl, '/webhooks/authly');
const atShop = (shopUrl: string, path: string): string => `https://localhost:${URL.parse(shopUrl)?.port || 443}${path}`;

/** Adds the demo shop as a merchant. A restart on the same folder keeps its credentials. */
export async function demoMerchant(store: Store, { dataDir, shopUrl, caFile }: DemoShop): Promise<DemoCredentials> {
  const bioBaseUrl = shopBioBaseUrl(shopUrl);
  const bioCaPem = readFileSync(caFile, 'utf8');
  if (await addMerchant(store, { id: MERCHANT_ID, name: 'Bean & Ridge', bioBaseUrl, bioCaPem }))
    await store.merchants.update(MERCHANT_ID, {
      logo: logoOf(readFileSync(join(import.meta.dirname, 'demo-logo.png'))),
    });
  return credentialsOf(store, MERCHANT_ID, readFacts(dataDir));
}

type SandboxMerchant = Record<'id' | 'name' | 'bioBaseUrl' | 'bioCaPem', string>;

/** Returns false if the merchant exists. */
export const addMerchant = (store: Store, fields: SandboxMerchant): Promise<boolean> =>
  store.merchants.add(
    newMerchant({ ...fields, createdAt: Date.now() }),
    sandboxOperator(store, 'merchant.add').entry(fields.id),
  );

/** Keeps the credentials of an earlier start if they are still valid. */
export async function credentialsOf(
  store: Store,
  merchant: string,
  { merchant_id, client_id, client_secret }: Partial<DemoCredentials>,
): Promise<DemoCredentials> {
  if (merchant_id === merchant && client_id !== undefined && client_secret !== undefined)
    if (secretMatches(client_secret, (await store.merchants.findClient(client_id))?.client))
      return { merchant_id, client_id, client_secret };
  return { merchant_id: merchant, ...(await addClient(sandboxOperator(store, 'client.add'), { merchant })) };
}

/** Keeps an address that an operator set. Called when the shop is up, because its port may have changed. */
export async function registeredBioBaseUrl(store: Store, { dataDir, shopUrl, caFile }: DemoShop): Promise<string> {
  const { bioBaseUrl, bioCaPem: registeredPem } = (await store.merchants.find(MERCHANT_ID))!;
  const ofShop = shopBioBaseUrl(shopUrl);
  // Without sandbox.json no sandbox has run in this folder, so no operator has chosen an address.
  const { shop_url: earlier } = readFacts(dataDir);
  if (earlier !== undefined && bioBaseUrl !== ofShop && bioBaseUrl !== shopBioBaseUrl(earlier)) return bioBaseUrl;
  const bioCaPem = readFileSync(caFile, 'utf8');
  if (bioBaseUrl === ofShop && registeredPem === bioCaPem) return ofShop;
  const entry = sandboxOperator(store, 'merchant.set').entry(MERCHANT_ID, { changed: 'bioBaseUrl,bioCaFile' });
  await store.merchants.update(MERCHANT_ID, { bioBaseUrl: ofShop, bioCaPem }, () => entry);
  return ofShop;
}

/** The demo shop chooses its own setting. */
export async function bindDevices(store: Store, mode: string): Promise<void> {
  const deviceBinding = DEVICE_BINDINGS.find((each) => each === mode);
  if (deviceBinding === undefined) return;
  const entry = sandboxOperator(store, 'merchant.set').entry(MERCHANT_ID, { changed: 'deviceBinding' });
  await store.merchants.update(MERCHANT_ID, { deviceBinding }, () => entry);
}

/** Sends webhooks to the demo shop, with a new secret at each start. Returns undefined if an operator has set another address, which stays. */
export async function demoWebhookSecret(
  store: Store,
  master: MasterKey,
  { dataDir, shopUrl, caFile }: DemoShop,
): Promise<string | undefined> {
  const url = shopWebhookUrl(shopUrl);
  const known = await store.webhooks.find(MERCHANT_ID);
  const { shop_url: earlier } = readFacts(dataDir);
  if (known !== undefined && known.url !== url && known.url !== shopWebhookUrl(earlier ?? shopUrl)) return undefined;
  const entryOf = (action: string) => sandboxOperator(store, action).entry(MERCHANT_ID);
  const owner = { environment: 'test' as const, master, merchantId: MERCHANT_ID };
  const { text, secret } = newWebhookSecret(owner, Date.now());
  const caPem = readFileSync(caFile, 'utf8');
  if (known === undefined) {
    const endpoint = { merchantId: MERCHANT_ID, url, caPem, secrets: [secret], createdAt: Date.now() };
    await store.webhooks.add(endpoint, entryOf('webhook.set'));
    return text;
  }
  if (known.url !== url || known.caPem !== caPem)
    await store.webhooks.change(MERCHANT_ID, { url, caPem }, () => entryOf('webhook.set'));
  await store.webhooks.rotateSecret(MERCHANT_ID, secret, entryOf('webhook.rotate'));
  return text;
}
