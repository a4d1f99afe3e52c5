import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encodeQR } from 'qr';
import type { SandboxFacts } from './facts.ts';
import type { NetworkAddress } from './network-address.ts';

export interface PhoneAccess {
  readonly url: string;
  readonly others: readonly NetworkAddress[];
  readonly colors: boolean;
}

export function phoneCode({ url, others, colors }: PhoneAccess, { ca_file }: SandboxFacts): string {
  const elsewhere = others.map(({ address, device }) => `${address} (${device})`).join(', ');
  return `
Everyone in this network can use this sandbox while it runs. SHA-256 of its CA:
${new X509Certificate(readFileSync(ca_file)).fingerprint256}
${elsewhere && `\nIf the phone cannot reach it: other addresses of this machine: ${elsewhere}; choose with --phone=ADDRESS\n`}
${terminalQr(url, { colors })}

Scan it with the phone's camera: ${url}
`;
}

/** Scanners need this many light modules around the code. */
const QUIET_ZONE = 4;

/** Color numbers, because a theme changes the named colors. */
const WHITE_ON_BLACK = '\u001B[38;5;231;48;5;16m$&\u001B[0m';

/** Without colors the code is inverted on a light terminal. Most scanners read that too. */
export function terminalQr(text: string, { colors }: { readonly colors: boolean }): string {
  const code = encodeQR(text, 'ascii', { ecc: 'low', border: QUIET_ZONE }).trimEnd();
  return colors ? code.replaceAll(/^.*$/gm, WHITE_ON_BLACK) : code;
}
