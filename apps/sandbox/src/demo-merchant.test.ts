import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { masterKeyOf } from '../../service/test/memory-keys.ts';
import { openStore } from '../../service/src/storage/open-store.ts';
import type { Store } from '../../service/src/storage/port/store.ts';
import { demoMerchant, demoWebhookSecret, registeredBioBaseUrl } from './demo-merchant.ts';
import { writeFacts, type SandboxFacts } from './facts.ts';
import { welcome } from './welcome.ts';

const ID = 'mch_demo_shop';
const THEIRS = { bioBaseUrl: 'https://localhost:3443/bio', bioCaPem: 'their CA' };

let dataDir: string;
let caFile: string;
let store: Store;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'authly-demo-merchant-'));
  writeFileSync((caFile = join(dataDir, 'ca.pem')), 'the CA of the sandbox');
  store = await openStore({ dataDir, environment: 'test' });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Does what a start does with the merchant. `comesUp`: the shop's port is free. */
async function start(shopUrl: string, { comesUp = true } = {}): Promise<SandboxFacts | undefined> {
  const shop = { dataDir, shopUrl, caFile };
  const credentials = await demoMerchant(store, shop);
  if (!comesUp) return undefined;
  const facts = {
    ...credentials,
    shop_url: shopUrl,
    ca_file: caFile,
    merchant_bio_base_url: await registeredBioBaseUrl(store, shop),
  } as SandboxFacts;
  writeFacts(dataDir, facts);
  return facts;
}
const registered = async () => {
  const { bioBaseUrl, bioCaPem } = (await store.merchants.find(ID))!;
  return { bioBaseUrl, bioCaPem };
};

test('a restart keeps the Bio API that an operator set for the demo merchant, and prints how to go back', async () => {
  expect(welcome((await start('https://localhost:9443'))!)).not.toContain('Bio API ');
  await store.merchants.update(ID, THEIRS);
  for (let restart = 0; restart < 2; restart++) {
    const facts = (await start('https://localhost:9443'))!;
    expect(await registered()).toEqual(THEIRS);
    expect(facts.merchant_bio_base_url).toBe(THEIRS.bioBaseUrl);
    expect(welcome(facts)).toContain(THEIRS.bioBaseUrl);
    expect(welcome(facts)).toContain(
      `npx authly merchant set ${ID} --bio-base-url https://localhost:9443/bio --bio-ca-file ${caFile}`,
    );
  }
});

test('the Bio API follows the shop to another port, even after a start that failed', async () => {
  await start('https://localhost:9443', { comesUp: false });
  await start('https://localhost:9444');
  expect(await registered()).toMatchObject({ bioBaseUrl: 'https://localhost:9444/bio' });
  await start('https://localhost:9445', { comesUp: false });
  await start('https://192.168.1.20:9446');
  expect(await registered()).toEqual({ bioBaseUrl: 'https://localhost:9446/bio', bioCaPem: 'the CA of the sandbox' });
});

test('the Bio API follows the shop again after an operator sets it back', async () => {
  await start('https://localhost:9443');
  await store.merchants.update(ID, THEIRS);
  await start('https://localhost:9443');
  await store.merchants.update(ID, { bioBaseUrl: 'https://localhost:9443/bio' });
  await start('https://localhost:9444');
  expect(await registered()).toEqual({ bioBaseUrl: 'https://localhost:9444/bio', bioCaPem: 'the CA of the sandbox' });
});

test('the shop gets webhooks with a new secret at each start, unless an operator set another address', async () => {
  const webhook = (shopUrl: string) => demoWebhookSecret(store, masterKeyOf(1), { dataDir, shopUrl, caFile });
  await start('https://localhost:9443');
  const first = await webhook('https://localhost:9443');
  const second = await webhook('https://localhost:9444');
  expect([first, second]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)]);
  expect(second).not.toBe(first);
  const { url, secrets } = (await store.webhooks.find(ID))!;
  expect([url, secrets.length]).toEqual(['https://localhost:9444/webhooks/authly', 2]);
  await store.webhooks.change(ID, { url: 'https://localhost:3443/hook', caPem: null });
  expect(await webhook('https://localhost:9444')).toBeUndefined();
  expect(await store.webhooks.find(ID)).toMatchObject({ url: 'https://localhost:3443/hook', secrets });
});

test('the demo merchant has the shop’s logo, until an operator removes it', async () => {
  await start('https://localhost:9443');
  const { logoId } = (await store.merchants.find(ID))!;
  expect((await store.merchants.findLogo(logoId!))!.length).toBeGreaterThan(1000);
  await store.merchants.update(ID, { logo: null });
  await start('https://localhost:9443');
  expect((await store.merchants.find(ID))!.logoId).toBeNull();
});
