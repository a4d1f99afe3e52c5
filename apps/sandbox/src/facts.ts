import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempted } from '../../service/src/runtime/attempted.ts';

/** The content of `sandbox.json` in the data folder. Paths are absolute, URLs have no slash at the end. */
export interface SandboxFacts {
  readonly base_url: string;
  readonly hosted_ui_url: string;
  readonly merchant_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly ca_file: string;
  /** The demo shop's own, unless an operator has set another. */
  readonly merchant_bio_base_url: string;
  readonly shop_url: string;
  readonly ops_url: string;
  readonly app_url: string;
  readonly try_url: string;
  /** The operators' console, with a sign-in that works once. */
  readonly console_url: string;
}

const fileIn = (dataDir: string): string => join(dataDir, 'sandbox.json');

/** Atomic, so that a program that waits for the file never reads half of it. */
export function writeFacts(dataDir: string, facts: SandboxFacts): void {
  const unfinished = `${fileIn(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, fileIn(dataDir));
}

export const readFacts = (dataDir: string): Partial<SandboxFacts> =>
  attempted(() => JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<SandboxFacts>) ?? {};
