import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { canonicalJson } from '@authly/contract/wire/canonical-json';
import type { AuditEntry } from '../../audit/entry.ts';
import { isSignedBy, type SignedHead } from '../../audit/signed-head.ts';
import { unseal } from '../../keys/seal.ts';
import { readTokenReference } from '../../keys/signing-token.ts';
import type { Operator } from '../row/operator.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

export interface AuditExport {
  readonly rows: readonly AuditEntry[];
  readonly head: SignedHead;
}

/** Reads a file of `authly audit export`, which may have been changed since. The last line alone is enough. */
export function parseAuditExport(text: string, file: string): AuditExport {
  const lines = text.trim().split('\n');
  try {
    const { head } = JSON.parse(lines.at(-1)!) as { head: SignedHead };
    if (!isSignedHead(head)) throw new Error('no head');
    return { rows: lines.slice(0, -1).map(entryOf), head };
  } catch {
    throw new RefusedError(`${file} is not an audit log export: its last line must be the signed head`);
  }
}

function isSignedHead(head: unknown): head is SignedHead {
  if (typeof head !== 'object' || head === null) return false;
  const { seq, row_at, ...texts } = head as Record<string, unknown>;
  const names = ['hash', 'environment', 'at', 'key_id', 'signature_base64'];
  const isDated = row_at === null || (typeof row_at === 'string' && !Number.isNaN(Date.parse(row_at)));
  return Number.isSafeInteger(seq) && isDated && names.every((name) => typeof texts[name] === 'string');
}

function entryOf(line: string): AuditEntry {
  const row = JSON.parse(line) as Record<string, unknown>;
  return { ...row, at: Date.parse(String(row['at'])), detail: canonicalJson(row['detail']) } as unknown as AuditEntry;
}

/** The signing key must open under the master key, so a key inserted into the table is rejected. */
export async function requireOurSignature(
  { store, environment, masterKey }: Pick<Operator, 'store' | 'environment' | 'masterKey'>,
  head: SignedHead,
): Promise<void> {
  const key = (await store.keys.list('audit-head')).find(({ id }) => id === head.key_id);
  if (key === undefined)
    throw new RefusedError(`the export was signed by ${head.key_id}, which is not a key of this store`);
  if (key.removedAt !== null)
    throw new RefusedError(`the export was signed by ${head.key_id}, which was removed: its signatures are not valid`);
  const plain = unseal(masterKey(), { environment, purpose: 'audit-head', keyId: key.id }, key.sealed);
  const publicKey = publicKeyOf(plain);
  plain.fill(0);
  if (head.environment !== environment || !isSignedBy(head, publicKey))
    throw new RefusedError('the signature of the export is not valid: the file was changed');
}

/** The public key comes from the sealed value: the column may have been changed. */
function publicKeyOf(opened: Buffer): KeyObject {
  const reference = readTokenReference(opened);
  if (reference === undefined) return createPublicKey(createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' }));
  return createPublicKey({ key: Buffer.from(reference.public_key, 'base64'), format: 'der', type: 'spki' });
}
