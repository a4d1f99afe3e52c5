import { readFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { UsageError } from './options.ts';

/** No kept connections: one that the server closes at the moment it is used again would look like a missing answer. */
export function agentFor(url: string, caFile: string | undefined): HttpAgent {
  if (!url.startsWith('https:')) return new HttpAgent();
  if (caFile === undefined) return new HttpsAgent();
  let pem: string;
  try {
    pem = readFileSync(caFile, 'utf8');
  } catch (error) {
    throw new UsageError(`The CA file cannot be read: ${caFile}.`, { cause: error });
  }
  return new HttpsAgent({ ca: [...rootCertificates, pem] });
}
