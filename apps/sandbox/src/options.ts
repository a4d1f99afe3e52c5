import { isIP, isIPv4 } from 'node:net';

export interface SandboxOptions {
  readonly help?: true;
  /** Allows phones of the same network, at this address or at one that is found. */
  readonly phone?: { readonly address: string | undefined };
  /** Runs the OpenID Provider of `examples/openid`, which signs operators in to the console. */
  readonly openId?: true;
}

export const USAGE = `Usage: npm start [-- OPTION]

Runs the sandbox on this machine.

  --phone             try it with a phone of the same network: shows a code to scan
  --phone=ADDRESS     the same at an address, or a name, that this machine has there
  --openid            sign in to the console with a finger, by the OpenID Provider of examples/openid
  --help              this text

Settings are environment variables, all optional: see docs/reference/settings.md.`;

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*$/i;
const ONLY_HERE = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0)$/i;

export function sandboxOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}): SandboxOptions {
  // Without the two dashes npm takes the option for itself, without a message.
  for (const option of ['phone', 'openid'])
    if (env[`npm_config_${option}`]) throw new Error(`npm took --${option} for itself: write npm start -- --${option}`);
  if (args.includes('--help') || args.includes('-h')) return { help: true };
  const unknown = args.find((arg) => !/^--(?:openid|phone(?:=.*)?)$/.test(arg));
  if (unknown !== undefined)
    throw new Error(`npm start has no option ${JSON.stringify(unknown)}: see npm start -- --help`);
  const phone = args.findLast((arg) => arg.startsWith('--phone'));
  if (phone && env['AUTHLY_BASE_URL'])
    throw new Error('--phone chooses the address itself: leave AUTHLY_BASE_URL out, or --phone');
  const address = phone?.includes('=') ? phoneAddress(phone.slice('--phone='.length)) : undefined;
  return { ...(args.includes('--openid') && { openId: true }), ...(phone && { phone: { address } }) };
}

function phoneAddress(text: string): string {
  if (isIP(text) === 6) throw new Error('--phone takes no IPv6 address: name an IPv4 one');
  // A text of digits and dots is an address, never a name.
  const isOne = /^[\d.]+$/.test(text) ? isIPv4(text) : HOST_NAME.test(text);
  if (!isOne) throw new Error(`--phone=${JSON.stringify(text)} is neither an IPv4 address nor a name`);
  if (ONLY_HERE.test(text)) throw new Error(`a phone cannot reach ${text}: name the address that it sees`);
  return text.toLowerCase();
}
