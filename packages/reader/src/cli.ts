import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AppApi } from '@authly/app-kit/app-api';
import { FINGERS, type Finger } from '@authly/contract/fingers';
import { READER_AGENT_PORT } from '@authly/contract/local-readers';
import { Command, CommanderError, Option } from 'commander';
import { handInCode } from './agent/control.ts';
import { ReaderError } from './errors.ts';
import { UsbReader } from './libfprint/usb-reader.ts';
import { readAppLink } from './terminal/app-link.ts';
import { atTerminal } from './terminal/at-terminal.ts';
import { captureSession } from './terminal/capture-session.ts';
import { pairedPages, serve } from './terminal/serve.ts';
import { UsageError } from './terminal/usage-error.ts';

/** 0: done; 1: it ended otherwise; 2: the command was not understood. */
export async function runCli(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let exitCode = 0;
  const program = new Command('authly-reader')
    .description('Fingerprint readers on a counter: an agent for the app page, and whole captures from a terminal.')
    .option(
      '--dir <folder>',
      'where the agent keeps its certificate and its pairings',
      env['AUTHLY_READER_DIR'] ?? join(homedir(), '.authly-reader'),
    )
    .showHelpAfterError('(add --help for what it takes)')
    .exitOverride();
  const folder = (): string => program.opts<{ dir: string }>().dir;
  addServe(program, folder, env, stop.signal);
  addPairing(program, folder);
  addList(program);
  for (const mode of ['enroll', 'verify'] as const) addCapture(program, mode, stop.signal, (code) => (exitCode = code));
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError || error instanceof ReaderError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

interface ServeFlags {
  readonly origin?: readonly string[];
  readonly port: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

function addServe(program: Command, folder: () => string, env: NodeJS.ProcessEnv, signal: AbortSignal): void {
  program
    .command('serve')
    .description('run the agent on loopback')
    .option(
      '--origin <origin...>',
      'pages that may use the reader, such as https://authly.example (or AUTHLY_READER_ORIGINS, with commas)',
    )
    .option('--port <port>', 'the app page looks at the usual one only', Number, READER_AGENT_PORT)
    .option('--tls-cert <file>', 'a certificate for localhost, instead of the agent’s own')
    .option('--tls-key <file>', 'its key')
    .action(async (flags: ServeFlags) => {
      const person = atTerminal(process.stdout);
      const listed = (env['AUTHLY_READER_ORIGINS'] ?? '').split(',').map((one) => one.trim());
      const origins = flags.origin ?? listed.filter((one) => one !== '');
      const agent = await serve({ ...flags, origins, folder: folder(), reader: new UsbReader(env), person });
      person.tell(`The reader agent is at https://localhost:${agent.port} for ${origins.join(', ')}. Ctrl-C ends it.`);
      const lines = createInterface({ input: process.stdin });
      lines.on('line', (line) => line.trim() !== '' && !agent.confirm(line) && person.tell('No page shows this code.'));
      await once(signal, 'abort');
      lines.close();
      await agent.close();
    });
}

function addPairing(program: Command, folder: () => string): void {
  program
    .command('pair <code>')
    .description('let the page that shows this code use the reader')
    .action(async (code: string) => {
      const origin = await handInCode(folder(), code).catch(() => {
        throw new UsageError('No agent runs with this folder: start one with authly-reader serve.');
      });
      if (origin === undefined)
        throw new UsageError('No page shows this code. It may be too old: begin again on the page.');
      process.stdout.write(`Paired with ${origin}.\n`);
    });
  program
    .command('unpair')
    .description('forget every page that was paired; an agent that runs has to be started again')
    .action(() => pairedPages(folder()).clear());
}

function addList(program: Command): void {
  program
    .command('list')
    .description('the readers that are connected')
    .option('--json', 'one JSON object')
    .action(async ({ json }: { json?: true }) => {
      const readers = await new UsbReader().readers();
      const lines = readers.map(
        ({ name, driver, scan, givesImages }) =>
          `${name} (${driver}, ${scan}${givesImages ? '' : ', gives no images'})`,
      );
      const text = lines.length > 0 ? lines.join('\n') : 'No reader is connected, or none that libfprint knows.';
      process.stdout.write(`${json ? JSON.stringify({ readers }) : text}\n`);
    });
}

interface CaptureFlags {
  readonly yes?: true;
  readonly finger?: Finger;
  readonly service?: string;
  readonly caFile?: string;
  readonly json?: true;
}

function addCapture(
  program: Command,
  mode: 'enroll' | 'verify',
  signal: AbortSignal,
  onEnd: (code: number) => void,
): void {
  const command = program
    .command(`${mode} <app-link>`)
    .description(mode === 'enroll' ? 'add a finger: three touches' : 'confirm with a finger: one touch')
    .option('--yes', 'the person has agreed: do not ask')
    .option('--service <url>', 'where the service is, if the link leads to an app elsewhere')
    .option('--ca-file <file>', 'an authority to trust beside the system’s, such as the sandbox’s ca.pem')
    .option('--json', 'the end as one JSON object; sentences go to stderr');
  if (mode === 'enroll') command.addOption(new Option('--finger <code>', 'which finger').choices([...FINGERS]));
  command.action(async (text: string, flags: CaptureFlags) => {
    const { baseUrl, linkToken } = readAppLink(text, flags.service);
    if (flags.caFile) setDefaultCACertificates([...getCACertificates('default'), readFileSync(flags.caFile, 'utf8')]);
    const person = atTerminal(flags.json ? process.stderr : process.stdout);
    const reader = new UsbReader();
    // Before the link is used up.
    if (!(await reader.readers()).some(({ givesImages }) => givesImages)) throw new ReaderError('no_reader');
    const api = new AppApi({ baseUrl });
    const agreed = flags.yes === true;
    const end = await captureSession({ api, reader, person, mode, linkToken, agreed, finger: flags.finger, signal });
    process.stdout.write(`${flags.json ? JSON.stringify(end) : endedAs(end.status, end.reason)}\n`);
    onEnd(end.status === 'succeeded' ? 0 : 1);
  });
}

const endedAs = (status: string, reason: string | undefined): string =>
  status === 'succeeded' ? 'Done. The page you started from shows what comes next.' : `It ended: ${reason ?? status}.`;
