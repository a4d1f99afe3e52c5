import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { StoredPurpose } from '../../config/key-purposes.ts';
import type { Environment } from '../../runtime/environment.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import type { MovedRow } from '../../storage/port/store.ts';

export const FORMAT = 'authly-merchant';

/** The first line of a merchant's file. Then come rows of the merchant, its keys, and rows of its sessions. */
export interface Header {
  readonly format: typeof FORMAT;
  /** The release that wrote it: its tables are those of this release. */
  readonly version: string;
  readonly environment: Environment;
  readonly merchant_id: string;
  /** The cell that it comes from. */
  readonly source: string;
  /** The public key of the cell that it is for. */
  readonly to: string;
  readonly exported_at: string;
  readonly counts: { readonly rows: number; readonly keys: number; readonly sessions: number };
}

export interface KeyLine {
  readonly purpose: StoredPurpose;
  readonly key_id: string;
  readonly status: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  /** Encapsulated key and ciphertext, base64. */
  readonly sealed: string;
}

export type Line = Header | KeyLine | MovedRow;

/** What a sealed secret of a file is bound to. `name`: the id of its key or secret. */
export const transferInfo = (environment: Environment, merchantId: string, name: string): Buffer =>
  Buffer.from(`authly:cell-transfer:v1:${environment}:${merchantId}:${name}`);

/** The sum is that of all bytes before. It is the id of the transfer. */
export const lastLine = (sha256: string): string => `${JSON.stringify({ sha256 })}\n`;
const LAST_LINE_BYTES = lastLine('0'.repeat(64)).length;

export const withBytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

const withBytes = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'base64' in value
    ? new Uint8Array(Buffer.from(value.base64 as string, 'base64'))
    : value;

/** Reads all of the file before it returns. Throws if a byte was changed, added or lost. */
export async function readMerchantFile(file: string): Promise<{ sha256: string; lines: AsyncGenerator<Line> }> {
  await using handle = await open(file);
  const size = (await handle.stat()).size - LAST_LINE_BYTES;
  const end = Buffer.alloc(LAST_LINE_BYTES);
  const hash = createHash('sha256');
  if (size > 0) {
    for await (const chunk of createReadStream(file, { end: size - 1 })) hash.update(chunk as Buffer);
    await handle.read(end, 0, end.length, size);
  }
  const sha256 = hash.digest('hex');
  if (end.toString() !== lastLine(sha256))
    throw new RefusedError(`${file} is incomplete, was changed, or is no file of "authly merchant export"`);
  return { sha256, lines: linesOf(file, size) };
}

/** Ends of lines are line feeds alone: a text in JSON may have other separators. */
async function* linesOf(file: string, size: number): AsyncGenerator<Line> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', end: size - 1 })) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line, withBytes) as Line;
  }
}
