import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../config/store-settings.ts';
import { OperatorError } from './operator-error.ts';
import type { Env } from '../config/setting-reader.ts';

/** Where the running sandbox is called, and the CA that vouches for it. */
export function serviceAddress(env: Env): { readonly baseUrl: string; readonly ca: string | undefined } {
  const file = join(dataDirOf(env), 'sandbox.json');
  const facts = readFacts(file);
  const baseUrl = env['AUTHLY_BASE_URL'] || facts.base_url;
  if (baseUrl === undefined)
    throw new OperatorError(
      `there is no ${file}: start the sandbox (npm start), or set AUTHLY_BASE_URL to the service's address`,
    );
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    ca: facts.ca_file === undefined ? undefined : readFileSync(facts.ca_file, 'utf8'),
  };
}

function readFacts(file: string): { base_url?: string; ca_file?: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { base_url?: string; ca_file?: string };
  } catch {
    return {};
  }
}
