import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson } from '@authly/contract/canonical-json';
import type { TrailRow } from '../../audit/chain.ts';
import { isSignedBy, type SignedHead } from '../../audit/signed-head.ts';
import { unseal } from '../../keys/seal.ts';
import { readTokenReference } from '../../keys/signing-token.ts';
import { OperatorError } from '../operator-error.ts';
import type { StoreContext } from '../store-context.ts';

export interface AuditExport {
  readonly rows: readonly TrailRow[];
  readonly head: SignedHead;
}

/** What `authly audit export` wrote, from a place that others may have written to since. Its last line alone is enough. */
export function readExport(file: string): AuditExport {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  try {
    const { head } = JSON.parse(lines.at(-1)!) as { head: SignedHead };
    if (!isSignedHead(head)) throw new Error('no head');
    return { rows: lines.slice(0, -1).map(rowOf), head };
  } catch {
    throw new OperatorError(`${file} is no export of an audit trail: its last line must be the signed head`);
  }
}

function isSignedHead(head: unknown): head is SignedHead {
  if (typeof head !== 'object' || head === null) return false;
  const { seq, row_at, ...texts } = head as Record<string, unknown>;
  const names = ['hash', 'environment', 'at', 'key_id', 'signature_base64'];
  const isDated = row_at === null || (typeof row_at === 'string' && !Number.isNaN(Date.parse(row_at)));
  return Number.isSafeInteger(seq) && isDated && names.every((name) => typeof texts[name] === 'string');
}

function rowOf(line: string): TrailRow {
  const row = JSON.parse(line) as Record<string, unknown>;
  return { ...row, at: Date.parse(String(row['at'])), detail: canonicalJson(row['detail']) } as unknown as TrailRow;
}

/** By a key that opens under the master key: one that somebody put into the table does not. */
export async function requireOurSignature(
  { store, environment, masterKey }: StoreContext,
  head: SignedHead,
): Promise<void> {
  const key = (await store.keys.list('audit-head')).find(({ id }) => id === head.key_id);
  if (key === undefined)
    throw new OperatorError(`the export was signed by ${head.key_id}, which is no key of this store`);
  if (key.removedAt !== null)
    throw new OperatorError(
      `the export was signed by ${head.key_id}, which was withdrawn: nothing that it signed counts`,
    );
  const plain = unseal(masterKey(), { environment, purpose: 'audit-head', keyId: key.id }, key.sealed);
  const publicKey = publicKeyOf(plain);
  plain.fill(0);
  if (head.environment !== environment || !isSignedBy(head, publicKey))
    throw new OperatorError('the head of the export does not carry a good signature: the file was changed');
}

/** Of what was sealed, never of the column beside it, which anybody may have changed. */
function publicKeyOf(opened: Buffer): KeyObject {
  const reference = readTokenReference(opened);
  if (reference === undefined) return createPublicKey(createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' }));
  return createPublicKey({ key: Buffer.from(reference.public_key, 'base64'), format: 'der', type: 'spki' });
}
