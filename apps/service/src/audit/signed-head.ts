import { verify, type KeyObject } from 'node:crypto';
import type { Environment } from '../config/environment.ts';
import type { Head } from './chain.ts';

/** What an export ends with: the trail was like this at that time. */
export interface SignedHead extends Head {
  readonly environment: Environment;
  /** ISO 8601. */
  readonly at: string;
  /** When the row that it names was written, so that the head alone shows that it was closed too early. Null: there is no such row. */
  readonly row_at: string | null;
  readonly key_id: string;
  readonly signature_base64: string;
}

type Unsigned = Omit<SignedHead, 'signature_base64'>;

/** Begins with words that no token and no call to a merchant begins with, and is signed with a key that signs nothing else. */
const statement = ({ environment, seq, hash, at, key_id, row_at }: Unsigned): Buffer =>
  Buffer.from(['authly-audit-head-v1', environment, key_id, seq, hash, at, row_at ?? ''].join('\n'));

export async function signHead(head: Unsigned, sign: (data: Uint8Array) => Promise<Buffer>): Promise<SignedHead> {
  const { environment, seq, hash, at, row_at, key_id } = head;
  const signature = await sign(statement(head));
  return { seq, hash, environment, at, row_at, key_id, signature_base64: signature.toString('base64') };
}

export const isSignedBy = (head: SignedHead, publicKey: KeyObject): boolean =>
  verify(null, statement(head), publicKey, Buffer.from(head.signature_base64, 'base64'));
