import { join } from 'node:path';
import { runCli } from '../../apps/service/src/cli/cli.ts';
import { sandboxSettings } from '../free-port.ts';
import { startSandbox } from '../../apps/sandbox/src/start.ts';

export type ExampleSandbox = Awaited<ReturnType<typeof startExampleSandbox>>;

export async function startExampleSandbox(folder: string) {
  const dataDir = join(folder, 'sandbox');
  const env = await sandboxSettings(dataDir);
  const sandbox = await startSandbox(env);
  const { facts } = sandbox;
  const authly = async (...args: string[]): Promise<Record<string, string>> => {
    const said: string[] = [];
    const code = await runCli(['node', 'authly', ...args, '--json'], env, (text) => said.push(text));
    if (code !== 0) throw new Error(`authly ${args.join(' ')} ended with ${code}: ${said.join(' ')}`);
    return JSON.parse(said.join('')) as Record<string, string>;
  };
  return {
    facts,
    tls: { certFile: join(dataDir, 'tls-cert.pem'), keyFile: join(dataDir, 'tls-key.pem') },
    /** A merchant with its Bio API and its webhook receiver at these ports of localhost. */
    async addMerchant(name: string, bioPort: number, webhookPort: number) {
      const id = `mch_example_${name}`;
      const bio = ['--bio-base-url', `https://localhost:${bioPort}/bio`, '--bio-ca-file', facts.ca_file];
      await authly('merchant', 'add', '--id', id, '--name', `Example in ${name}`, ...bio);
      const { client_id: clientId, client_secret: clientSecret } = await authly('client', 'add', '--merchant', id);
      const url = `https://localhost:${webhookPort}/webhooks/authly`;
      const webhook = ['--webhook-url', url, '--webhook-ca-file', facts.ca_file];
      const { webhook_secret: webhookSecret } = await authly('merchant', 'set', id, ...webhook);
      return { merchantId: id, clientId: clientId!, clientSecret: clientSecret!, webhookSecret: webhookSecret! };
    },
    close: () => sandbox.close(),
  };
}
