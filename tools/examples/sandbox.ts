import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../apps/service/src/cli/cli.ts';
import { sandboxSettings } from '../../test/free-port.ts';
import type { SandboxFacts } from '../sandbox/facts.ts';
import { startSandbox } from '../sandbox/start.ts';

export interface ExampleMerchant {
  readonly merchantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

export interface ExampleSandbox {
  readonly facts: SandboxFacts;
  /** For a TLS proxy in front of an example. */
  readonly tls: { readonly cert: string; readonly key: string };
  /** A merchant with its Bio API and its webhook receiver at these ports of localhost. */
  addMerchant(name: string, bioPort: number, webhookPort: number): Promise<ExampleMerchant>;
  close(): Promise<void>;
}

/** A sandbox with one merchant for each example. */
export async function startExampleSandbox(folder: string): Promise<ExampleSandbox> {
  const dataDir = join(folder, 'sandbox');
  const env = await sandboxSettings(dataDir);
  const { facts, close } = await startSandbox(env);
  const authly = async (...args: string[]): Promise<Record<string, string>> => {
    const said: string[] = [];
    const code = await runCli(['node', 'authly', ...args, '--json'], env, (text) => said.push(text));
    if (code !== 0) throw new Error(`authly ${args.join(' ')} ended with ${code}: ${said.join(' ')}`);
    return JSON.parse(said.join('')) as Record<string, string>;
  };
  const read = (name: string): string => readFileSync(join(dataDir, name), 'utf8');
  return {
    facts,
    tls: { cert: read('tls-cert.pem'), key: read('tls-key.pem') },
    async addMerchant(name, bioPort, webhookPort) {
      const id = `mch_example_${name}`;
      const bio = ['--bio-base-url', `https://localhost:${bioPort}/bio`, '--bio-ca-file', facts.ca_file];
      await authly('merchant', 'add', '--id', id, '--name', `Example in ${name}`, ...bio);
      const { client_id: clientId, client_secret: clientSecret } = await authly('client', 'add', '--merchant', id);
      const url = `https://localhost:${webhookPort}/webhooks/authly`;
      const webhook = ['--webhook-url', url, '--webhook-ca-file', facts.ca_file];
      const { webhook_secret: webhookSecret } = await authly('merchant', 'set', id, ...webhook);
      return { merchantId: id, clientId: clientId!, clientSecret: clientSecret!, webhookSecret: webhookSecret! };
    },
    close,
  };
}
