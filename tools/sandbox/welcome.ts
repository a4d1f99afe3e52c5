import { dirname, join } from 'node:path';
import type { SandboxFacts } from './facts.ts';

/** What a person sees when the sandbox is up: where to click and what to try next. */
export function welcome(facts: SandboxFacts, logFile: string): string {
  return `
Authly's sandbox is up (environment test; Ctrl-C stops it)

  Demo shop     ${facts.shop_url}      <- click here
  API           ${facts.base_url}
  Docs          ${facts.base_url}/docs
  Try the API   ${facts.try_url}
  Health        ${facts.ops_url}/readyz
  Credentials   ${join(dirname(facts.ca_file), 'sandbox.json')}
  Log           ${logFile}

The certificate comes from a CA of its own: trust ${facts.ca_file}
in your client, or click through the browser's warning: curl --cacert FILE,
NODE_EXTRA_CA_CERTS=FILE (Node, Bun), DENO_CERT, SSL_CERT_FILE (Python, Go, Ruby);
Java and PHP: ${facts.base_url}/docs, The sandbox.

Without a browser: npx authly sandbox open <session_id> stands in for the hosted page.
`;
}
