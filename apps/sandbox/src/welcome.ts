import { dirname, join } from 'node:path';
import { styleText } from 'node:util';
import { shopBioBaseUrl } from './demo-merchant.ts';
import type { SandboxOpenId } from './open-id.ts';
import type { SandboxFacts } from './facts.ts';
import { phoneCode, type PhoneAccess } from './phone-code.ts';

interface WelcomeOptions {
  readonly phone?: PhoneAccess | undefined;
  readonly hasKeys?: boolean;
  readonly provider?: Pick<SandboxOpenId, 'issuer' | 'operator' | 'invitation'> | undefined;
}

export const keysLine = (phone?: PhoneAccess): string =>
  `o open shop · c console · d docs · t try the API · ${phone ? 'p phone code · ' : ''}h more · q quit`;

/** Contains no secret but the code that enrolls the operator's finger once. */
export function welcome(facts: SandboxFacts, { phone, hasKeys = false, provider }: WelcomeOptions = {}): string {
  const row = (name: string, value: string): string => `     ${name.padEnd(9)} ${value}`;
  return `
  ${styleText(['green', 'bold'], '✓ Authly is running')} ${styleText('dim', '(sandbox)')}

  ${styleText('green', '➜')}  ${styleText('bold', 'Shop'.padEnd(9))} ${styleText(['bold', 'cyan'], facts.shop_url)}
${row('Docs', `${facts.base_url}/docs`)}
${row('Console', hasKeys ? 'press c' : 'npx authly console login --role admin')}
${row('API', facts.base_url)}
${row('Phone', phone ? phone.url : 'npm start -- --phone')}
${ownBioApi(facts)}${provider ? signInLines(provider) : ''}
  Your browser will warn about the certificate. That's expected: continue past the warning.

  ${styleText('dim', hasKeys ? keysLine(phone) : 'Ctrl-C stops it.')}
${phone ? phoneCode(phone, facts) : ''}`;
}

/** Shown after `h`. It names the file of the credentials, not their values. */
export function moreFacts(facts: SandboxFacts, logFile: string, phone?: PhoneAccess): string {
  return `
  Credentials   ${join(dirname(facts.ca_file), 'sandbox.json')}
                merchant_id, client_id, client_secret
  CA            ${facts.ca_file}
                curl --cacert FILE; NODE_EXTRA_CA_CERTS=FILE for Node and Bun, DENO_CERT for Deno,
                SSL_CERT_FILE for Python, Go and Ruby
                Java and PHP: ${facts.base_url}/docs/guides/sandbox
  Health        ${facts.ops_url}/readyz
  Log           ${logFile}
  No browser?   npx authly sandbox open <session_id> replaces the user who opens the hosted page

  ${styleText('dim', keysLine(phone))}
`;
}

const signInLines = ({ issuer, operator, invitation }: NonNullable<WelcomeOptions['provider']>): string =>
  [
    `     OpenID    ${issuer}: sign in to the console as ${operator}`,
    ...(invitation === undefined ? [] : [`               The code to enroll your finger: ${invitation}`]),
    '',
  ].join('\n');

function ownBioApi({ merchant_id, merchant_bio_base_url, shop_url, ca_file }: SandboxFacts): string {
  const ofShop = shopBioBaseUrl(shop_url);
  if (merchant_bio_base_url === ofShop) return '';
  return `     Bio API   ${merchant_bio_base_url}, set for ${merchant_id}. Back to the shop's own:
               npx authly merchant set ${merchant_id} --bio-base-url ${ofShop} --bio-ca-file ${ca_file}
`;
}
