import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encodeQR } from 'qr';
import type { SandboxFacts } from './facts.ts';
import type { NetworkAddress } from './network-address.ts';

/** Facts for the phone. */
export interface PhoneAccess {
  readonly url: string;
  /** Other addresses of this machine, in case the phone is in another network. */
  readonly others: readonly NetworkAddress[];
  readonly colors: boolean;
}

/** The QR code for the phone, with instructions. */
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

/** Scanners need this quiet zone. */
const QUIET_ZONE = 4;

/** By number: a theme's named colors would differ between a dark and a light terminal. */
const WHITE_ON_BLACK = '\u001B[38;5;231;48;5;16m$&\u001B[0m';

/** A QR code in characters. Without colors it suits light text on dark; most scanners read the inverse too. */
export function terminalQr(text: string, { colors }: { readonly colors: boolean }): string {
  const code = encodeQR(text, 'ascii', { ecc: 'low', border: QUIET_ZONE }).trimEnd();
  return colors ? code.replaceAll(/^.*$/gm, WHITE_ON_BLACK) : code;
}
