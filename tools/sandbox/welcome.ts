import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderUnicodeCompact } from 'uqr';
import { shopBioBaseUrl } from './demo-merchant.ts';
import type { SandboxFacts } from './facts.ts';
import type { NetworkAddress } from './network-address.ts';

/** A phone that was asked for. */
interface PhoneWelcome {
  readonly url: string;
  /** Of this machine, in networks that the phone may be in instead. */
  readonly others: readonly NetworkAddress[];
  readonly colours: boolean;
}

/** What a person sees when the sandbox is up: where to click and what to try next. */
export function welcome(facts: SandboxFacts, logFile: string, phone?: PhoneWelcome): string {
  return `
Authly's sandbox is up (environment test; Ctrl-C stops it)

  Demo shop     ${facts.shop_url}      <- click here
  API           ${facts.base_url}
  Docs          ${facts.base_url}/docs
  Try the API   ${facts.try_url}
  Console       ${facts.console_url}
                (single use; for a new link: npx authly console login --role admin)
  Health        ${facts.ops_url}/readyz
  Credentials   ${join(dirname(facts.ca_file), 'sandbox.json')}
  Log           ${logFile}
  Your phone    ${phone ? `${phone.url}      <- or scan the code below` : 'npm start -- --phone'}
${ownBioApi(facts)}
The sandbox uses its own certificate authority. Trust ${facts.ca_file}
in your client: curl --cacert FILE, NODE_EXTRA_CA_CERTS=FILE (Node, Bun), DENO_CERT,
SSL_CERT_FILE (Python, Go, Ruby); Java and PHP: ${facts.base_url}/docs/guides/sandbox.
In a browser, click through the warning.

Without a browser: npx authly sandbox open <session_id> replaces the user who opens the hosted page.
${phone ? phoneCode(phone, facts) : ''}`;
}

/** Last, so that it stays on the screen. */
function phoneCode({ url, others, colours }: PhoneWelcome, { ca_file }: SandboxFacts): string {
  const elsewhere = others.map(({ address, device }) => `${address} (${device})`).join(', ');
  return `
Everyone in this network can use this sandbox while it runs. SHA-256 of its CA:
${new X509Certificate(readFileSync(ca_file)).fingerprint256}
${elsewhere && `\nIf the phone cannot reach it: other addresses of this machine: ${elsewhere}; choose with --phone=ADDRESS\n`}
${terminalQr(url, { colours })}

Scan it with the phone's camera: ${url}
`;
}

/** Says that the shop does not answer the Bio calls of its own sessions, which is easily forgotten. */
function ownBioApi({ merchant_id, merchant_bio_base_url, shop_url, ca_file }: SandboxFacts): string {
  const ofShop = shopBioBaseUrl(shop_url);
  if (merchant_bio_base_url === ofShop) return '';
  return `  Bio API       ${merchant_bio_base_url}, set for ${merchant_id}. Back to the shop's own:
                npx authly merchant set ${merchant_id} --bio-base-url ${ofShop} --bio-ca-file ${ca_file}
`;
}

/** Scanners need this much light around the code. */
const QUIET_ZONE = 4;

/** By number: a theme's named colours would differ between a dark and a light terminal. */
const WHITE_ON_BLACK = '\u001B[38;5;231;48;5;16m$&\u001B[0m';

/** A QR code in characters. Without colours it is right where letters are light on dark; most scanners read the inverse too. */
export function terminalQr(text: string, { colours }: { readonly colours: boolean }): string {
  const code = renderUnicodeCompact(text, { ecc: 'L', boostEcc: true, border: QUIET_ZONE });
  return colours ? code.replaceAll(/^.*$/gm, WHITE_ON_BLACK) : code;
}
