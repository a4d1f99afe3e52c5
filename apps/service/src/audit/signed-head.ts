import { verify, type KeyObject } from 'node:crypto';
import type { Environment } from '../runtime/environment.ts';
import type { ChainHead } from './entry.ts';

/** The last line of an export. */
export interface SignedHead extends ChainHead {
  readonly environment: Environment;
  /** ISO 8601. */
  readonly at: string;
  /** The time of that entry, so that the head alone proves an early removal. Null: no such entry. */
  readonly row_at: string | null;
  readonly key_id: string;
  readonly signature_base64: string;
}

type Unsigned = Omit<SignedHead, 'signature_base64'>;

/** The prefix and the separate key make this signature invalid for any other use. */
const statement = ({ environment, seq, hash, at, key_id, row_at }: Unsigned): Buffer =>
  Buffer.from(['authly-audit-head-v1', environment, key_id, seq, hash, at, row_at ?? ''].join('\n'));

export async function signHead(head: Unsigned, sign: (data: Uint8Array) => Promise<Buffer>): Promise<SignedHead> {
  const { environment, seq, hash, at, row_at, key_id } = head;
  const signature = await sign(statement(head));
  return { seq, hash, environment, at, row_at, key_id, signature_base64: signature.toString('base64') };
}

export const isSignedBy = (head: SignedHead, publicKey: KeyObject): boolean =>
  verify(null, statement(head), publicKey, Buffer.from(head.signature_base64, 'base64'));
