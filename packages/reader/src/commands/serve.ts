import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { READER_AGENT_PORT } from '@authly/contract/wire/reader-agent';
import type { Command } from 'commander';
import { serve } from '../agent/serve.ts';
import { UsageError } from '../errors.ts';
import { UsbReader } from '../libfprint/usb-reader.ts';

interface ServeFlags {
  readonly origin?: readonly string[];
  readonly port: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

export function addServe(program: Command, folder: () => string, env: NodeJS.ProcessEnv, signal: AbortSignal): void {
  program
    .command('serve')
    .description('run the agent on loopback')
    .option(
      '--origin <origin...>',
      'pages that may use the reader, such as https://authly.example (or AUTHLY_READER_ORIGINS, with commas)',
    )
    .option('--port <port>', 'the app uses the default only', readPort, READER_AGENT_PORT)
    .option('--tls-cert <file>', 'a certificate for localhost, instead of the agent’s own')
    .option('--tls-key <file>', 'its key')
    .action(async (flags: ServeFlags) => {
      const tell = (line: string): void => void process.stdout.write(`${line}\n`);
      const origins = flags.origin ?? listIn(env['AUTHLY_READER_ORIGINS']);
      const agent = await serve({ ...flags, origins, folder: folder(), reader: new UsbReader(env), tell });
      tell(`The reader agent is at https://localhost:${agent.port} for ${origins.join(', ')}. Ctrl-C ends it.`);
      const lines = createInterface({ input: process.stdin });
      lines.on('line', (line) => {
        try {
          if (line.trim() !== '' && !agent.confirm(line)) tell('No page shows this code.');
        } catch {
          // The person has seen the error; the agent continues.
        }
      });
      if (!signal.aborted) await once(signal, 'abort');
      lines.close();
      await agent.close();
    });
}

const listIn = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port takes a number up to 65535.');
  return port;
}
