import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READER_ERRORS, UsageError } from '../errors.ts';
import type { FingerReader } from '../libfprint/usb-reader.ts';
import { startAgent, type Agent } from './agent.ts';
import { LOOPBACK_HOSTS } from './allowed.ts';
import type { AgentEvent } from './calls.ts';
import { agentCertificate } from './certificate.ts';
import { listenForCodes } from './control.ts';
import { PairedPages } from './paired-pages.ts';
import { Pairings } from './pairings.ts';

export interface ServeOptions {
  readonly folder: string;
  readonly origins: readonly string[];
  readonly port: number;
  readonly reader: FingerReader;
  /** Prints a line for the person at the counter. */
  readonly tell: (line: string) => void;
  /** Replaces the certificate that the agent makes. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

export interface RunningAgent extends Agent {
  /** Confirms a typed code; returns the origin of the page that shows it. Throws if the pairing cannot be stored. */
  confirm(code: string): string | undefined;
}

export const pairedPages = (folder: string): PairedPages => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return new PairedPages(join(folder, 'paired.json'), Date.now);
};

export async function serve(options: ServeOptions): Promise<RunningAgent> {
  const { folder, tell, reader, port } = options;
  const origins = options.origins.map(readOrigin);
  if (origins.length === 0)
    throw new UsageError('Which page may use the reader? Add --origin https://… or set AUTHLY_READER_ORIGINS.');
  const pages = pairedPages(folder);
  const pairings = new Pairings({ now: Date.now, accept: (origin) => pages.add(origin) });
  const certificate = await certificateOf(options);
  const onEvent = (event: AgentEvent): void => tell(sentenceOf(event));
  const parts = { reader, pages, pairings, origins, certificate, port, onEvent };
  const agent = await startAgent(parts).catch((error: unknown) => {
    throw new UsageError(`The agent cannot start on port ${port}: ${(error as Error).message}`);
  });
  const confirm = (code: string): string | undefined => {
    try {
      const origin = pairings.confirm(code);
      if (origin) tell(`Paired with ${origin}.`);
      return origin;
    } catch (error) {
      tell(`The page could not be paired: ${(error as Error).message}`);
      throw error;
    }
  };
  const codes = await listenForCodes(folder, confirm);
  return {
    port: agent.port,
    confirm,
    async close() {
      codes.close();
      await agent.close();
    },
  };
}

/** `https://host` or `https://host:port`, as a browser writes it. Plain HTTP only for this machine. */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname));
  if (!isSafe || url?.origin !== text) throw new UsageError(`Not an origin such as https://authly.example: ${text}`);
  return text;
}

async function certificateOf(options: ServeOptions): Promise<{ cert: string; key: string }> {
  const { folder, tlsCert, tlsKey, tell } = options;
  if (tlsCert !== undefined && tlsKey !== undefined) return { cert: readText(tlsCert), key: readText(tlsKey) };
  if (tlsCert !== undefined || tlsKey !== undefined) throw new UsageError('--tls-cert and --tls-key go together.');
  const { cert, key, caFile } = await agentCertificate(folder, new Date());
  tell(`Browsers must trust ${caFile} once, or open the agent's address and go on: see the guide.`);
  return { cert, key };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}

function sentenceOf(happened: AgentEvent): string {
  const { event, origin } = happened;
  if (event === 'pairing_wanted')
    return `${origin} wants to use the reader. Type the code that it shows, here or with: authly-reader pair CODE`;
  if (event === 'capture_wanted') return `${origin} asks for a capture: put the finger on the reader.`;
  return 'code' in happened ? READER_ERRORS[happened.code] : 'Captured.';
}
