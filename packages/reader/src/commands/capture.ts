import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AppApi } from '@authly/app-client/app-api.ts';
import { FINGERS, type Finger } from '@authly/contract/wire/fingers';
import { Option, type Command } from 'commander';
import { ReaderError } from '../errors.ts';
import { UsbReader } from '../libfprint/usb-reader.ts';
import { readAppLink } from '../terminal/app-link.ts';
import { captureSession } from '../terminal/capture-session.ts';
import { atTerminal, listOf, readText, UsageError } from '../terminal/person.ts';

interface CaptureFlags {
  readonly yes?: true;
  readonly finger?: Finger;
  readonly service?: readonly string[];
  readonly caFile?: string;
  readonly json?: true;
}

export function addCapture(
  program: Command,
  mode: 'enroll' | 'verify',
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  onEnd: (code: number) => void,
): void {
  const command = program
    .command(`${mode} <app-link>`)
    .description(mode === 'enroll' ? 'add a finger: three captures' : 'confirm with a finger: one capture')
    .option('--yes', 'the person has agreed: do not ask')
    .option(
      '--service <url...>',
      'services that may get the finger, such as https://authly.example (or AUTHLY_READER_SERVICES, with commas)',
    )
    .option('--ca-file <file>', 'an additional authority to trust, such as the sandbox’s ca.pem')
    .option('--json', 'the end as one JSON object; sentences go to stderr');
  if (mode === 'enroll') command.addOption(new Option('--finger <code>', 'which finger').choices([...FINGERS]));
  command.action(async (text: string, flags: CaptureFlags) => {
    const { baseUrl, linkToken } = readAppLink(text, flags.service ?? listOf(env, 'AUTHLY_READER_SERVICES'));
    if (flags.caFile) setDefaultCACertificates([...getCACertificates('default'), readText(flags.caFile)]);
    const person = atTerminal(flags.json ? process.stderr : process.stdout);
    const reader = new UsbReader();
    // Both before the link is used up.
    if (!process.stdin.isTTY) throw new UsageError('There is no terminal to type the number of the other screen in.');
    if (!(await reader.readers()).some(({ givesImages }) => givesImages)) throw new ReaderError('no_reader');
    const api = new AppApi({ baseUrl });
    const agreed = flags.yes === true;
    const end = await captureSession({
      api,
      service: baseUrl,
      reader,
      person,
      mode,
      linkToken,
      agreed,
      finger: flags.finger,
      signal,
    });
    process.stdout.write(`${flags.json ? JSON.stringify(end) : endedAs(end.status, end.reason)}\n`);
    onEnd(end.status === 'succeeded' ? 0 : 1);
  });
}

const endedAs = (status: string, reason: string | undefined): string =>
  status === 'succeeded' ? 'Done. The page you started from shows what comes next.' : `It ended: ${reason ?? status}.`;
