import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '@authly/contract/scopes';
import { hashSecret, newClientSecret } from '../../apps/service/src/merchants/client-secret.ts';
import { newMerchant } from '../../apps/service/src/merchants/merchant.ts';
import { freePorts } from '../../test/free-port.ts';
import type { SandboxFacts } from '../sandbox/facts.ts';
import { startSandbox } from '../sandbox/start.ts';
import { runCli } from '../../apps/service/src/cli/cli.ts';

export interface ExampleMerchant {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

export interface ExampleSandbox {
  readonly facts: SandboxFacts;
  /** What a TLS proxy in front of an example shows. */
  readonly tls: { readonly cert: string; readonly key: string };
  /** A merchant whose Bio API, and whose receiver of events, are at these ports of localhost. */
  addMerchant(name: string, bioPort: number, webhookPort: number): Promise<ExampleMerchant>;
  close(): Promise<void>;
}

/** The sandbox with a merchant of its own for each example. */
export async function startExampleSandbox(folder: string): Promise<ExampleSandbox> {
  const dataDir = join(folder, 'sandbox');
  const [api, redirect, shop, ops, console] = await freePorts(5);
  const env = {
    AUTHLY_DATA_DIR: dataDir,
    AUTHLY_PORT: `${api}`,
    AUTHLY_HTTP_PORT: `${redirect}`,
    AUTHLY_SHOP_PORT: `${shop}`,
    AUTHLY_OPS_PORT: `${ops}`,
    AUTHLY_CONSOLE_PORT: `${console}`,
  };
  const sandbox = await startSandbox(env);
  const { facts, store } = sandbox;
  const read = (name: string): string => readFileSync(join(dataDir, name), 'utf8');
  return {
    facts,
    tls: { cert: read('tls-cert.pem'), key: read('tls-key.pem') },
    async addMerchant(name, bioPort, webhookPort) {
      const [merchantId, clientId, clientSecret] = [
        `mch_example_${name}`,
        `cli_example_${name}`,
        newClientSecret('test'),
      ];
      const createdAt = Date.now();
      await store.merchants.add(
        newMerchant({
          id: merchantId,
          name: `Example in ${name}`,
          bioBaseUrl: `https://localhost:${bioPort}/bio`,
          bioCaPem: readFileSync(facts.ca_file, 'utf8'),
          createdAt,
        }),
      );
      const secrets = [{ hash: hashSecret(clientSecret), createdAt }];
      await store.merchants.addClient({
        id: clientId,
        merchantId,
        scopes: SCOPES,
        secrets,
        revokedAt: null,
        createdAt,
      });
      const webhookSecret = await setWebhook(env, merchantId, webhookPort, facts.ca_file);
      return { merchantId, clientId, clientSecret, webhookSecret };
    },
    close: () => sandbox.close(),
  };
}

/** As an operator does it. The secret is printed once. */
async function setWebhook(
  env: Record<string, string>,
  merchantId: string,
  port: number,
  caFile: string,
): Promise<string> {
  const said: string[] = [];
  const url = `https://localhost:${port}/webhooks/authly`;
  const set = ['merchant', 'set', merchantId, '--webhook-url', url, '--webhook-ca-file', caFile, '--json'];
  const code = await runCli(['node', 'authly', ...set], env, (line) => said.push(line));
  const secret = /whsec_[\w+/=]+/.exec(said.join('\n'))?.[0];
  if (code !== 0 || secret === undefined) throw new Error(`authly merchant set ended with ${code}: ${said.join(' ')}`);
  return secret;
}
