import type { ECDH } from 'node:crypto';
import { SEALED } from '@authly/contract/wire/sealing';
import type { KeyRecord } from '../../keys/key-record.ts';
import { openHpke } from '../../keys/hpke.ts';
import { seal, sealedId, type SealContext } from '../../keys/seal.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { VERSION } from '../../runtime/version.ts';
import type { MovedRow } from '../../storage/port/store.ts';
import type { Acting } from '../row/action.ts';
import { openKeyRing } from '../row/open-key-ring.ts';
import { FORMAT, readMerchantFile, transferInfo, type Header, type KeyLine, type Line } from './merchant-file.ts';

/** Rows of sessions that are written at once. */
const BATCH = 500;

/** Repeating it after an interruption finishes it. */
export async function importMerchant(operator: Acting, { file }: { readonly file: string }) {
  const { store, now, entry } = operator;
  const { sha256, lines } = await readMerchantFile(file);
  const header = (await lines.next()).value as Header;
  const pair = await requireForThisCell(operator, header);
  const { merchant_id: id, source, counts } = header;
  const existing = await store.merchants.find(id);
  if (existing && existing.importId !== sha256)
    throw new RefusedError(`there is a merchant ${id} already, which is not from this file`);
  const receive = { operator, header, pair };
  const rows = (await taken(lines, counts.rows)) as MovedRow[];
  const keys = (await taken(lines, counts.keys)) as KeyLine[];
  if (existing === undefined) {
    const added = await Promise.all(rows.map((row) => receivedRow(receive, row, sha256)));
    const received = await Promise.all(keys.map((key) => receivedKey(receive, key)));
    if (!(await store.transfers.begin(added, received)))
      throw new RefusedError(`this cell has a client of ${id} already, for another merchant`);
  }
  if (!existing?.importedAt) {
    await store.sessions.prepare(now());
    for (let batch = await taken(lines, BATCH); batch.length > 0; batch = await taken(lines, BATCH))
      await store.transfers.add(batch as MovedRow[]);
    await store.transfers.finish(id, now(), entry(id, { transfer: sha256, source }));
  }
  return { merchant_id: id, source, transfer: sha256, sessions: counts.sessions };
}

async function taken(lines: AsyncGenerator<Line>, count: number): Promise<Line[]> {
  const found: Line[] = [];
  while (found.length < count) {
    const { value, done } = await lines.next();
    if (done) break;
    found.push(value);
  }
  return found;
}

/** Returns the key pair that the file is sealed to. */
async function requireForThisCell(operator: Acting, header: Header): Promise<ECDH> {
  const { format, version, environment, to } = header;
  if (format !== FORMAT) throw new RefusedError('this is no file of "authly merchant export"');
  if (version !== VERSION)
    throw new RefusedError(`the file is of release ${version} and this is ${VERSION}: both cells need one release`);
  if (environment !== operator.environment)
    throw new RefusedError(`the file is of the environment ${environment}, and this cell is ${operator.environment}`);
  const pairs = await (await openKeyRing(operator)).transferKeys();
  const pair = pairs.find((each) => each.getPublicKey('base64') === to);
  if (pair === undefined)
    throw new RefusedError('the file is for another cell: export it to the key that "authly cell key" prints here');
  return pair;
}

interface Receiving {
  readonly operator: Acting;
  readonly header: Header;
  readonly pair: ECDH;
}

/** Seals a secret of the file for this store. */
async function received(
  { operator: { environment, masterKey }, header: { merchant_id: merchantId }, pair }: Receiving,
  { purpose, id, sealed }: Pick<SealContext, 'purpose'> & { readonly id: string; readonly sealed: string },
): Promise<Uint8Array> {
  const bytes = Buffer.from(sealed, 'base64');
  const encapsulated = bytes.subarray(0, SEALED.pointBytes);
  const agreement = { dh: pair.computeSecret(encapsulated), encapsulated, publicKey: pair.getPublicKey() };
  const info = transferInfo(environment, merchantId, id);
  const secret = await openHpke(agreement, bytes.subarray(SEALED.pointBytes), info);
  if (secret === undefined) throw new RefusedError(`the secret ${id} of the file does not open`);
  const kept = seal(masterKey(), { environment, purpose, keyId: sealedId(merchantId, id) }, secret);
  secret.fill(0);
  return kept;
}

async function receivedRow(receiving: Receiving, { table, row }: MovedRow, import_id: string): Promise<MovedRow> {
  if (table === 'merchants') return { table, row: { ...row, moved_to: null, import_id, imported_at: null } };
  if (table !== 'webhook_secrets') return { table, row };
  const { id, sealed } = row as { readonly id: string; readonly sealed: string };
  return { table, row: { ...row, sealed: await received(receiving, { purpose: 'webhook-secret', id, sealed }) } };
}

async function receivedKey(receiving: Receiving, line: KeyLine): Promise<KeyRecord> {
  const { purpose, key_id: id, created_at: createdAt, last_used_at: lastUsedAt, sealed } = line;
  return {
    merchantId: receiving.header.merchant_id,
    purpose,
    id,
    publicKey: null,
    sealed: await received(receiving, { purpose, id, sealed }),
    createdAt,
    activatesAt: createdAt,
    removedAt: null,
    lastUsedAt,
  };
}
