import type { ECDH } from 'node:crypto';
import { SEALED } from '@authly/contract/wire/sealing';
import { openHpke } from '../../keys/hpke.ts';
import { seal, sealedId, type SealPurpose } from '../../keys/seal.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { VERSION } from '../../runtime/version.ts';
import type { MovedRow } from '../../storage/port/store.ts';
import type { Acting } from '../row/action.ts';
import { openKeyRing } from '../row/open-key-ring.ts';
import { FORMAT, readMerchantFile, transferInfo, type Header, type Line } from './merchant-file.ts';

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
  const rows = await taken(lines, counts.rows);
  if (existing === undefined) {
    const received = rows.map((row) => receivedRow({ operator, header, pair, sha256 }, row));
    if (!(await store.transfers.begin(await Promise.all(received))))
      throw new RefusedError(`this cell has a client of ${id} already, for another merchant`);
  }
  if (!existing?.importedAt) {
    await store.sessions.prepare(now());
    for (let batch = await taken(lines, BATCH); batch.length > 0; batch = await taken(lines, BATCH))
      await store.transfers.add(batch);
    await store.transfers.finish(id, now(), entry(id, { transfer: sha256, source }));
  }
  return { merchant_id: id, source, transfer: sha256, sessions: counts.sessions };
}

async function taken(lines: AsyncGenerator<Line>, count: number): Promise<MovedRow[]> {
  const found: MovedRow[] = [];
  while (found.length < count) {
    const { value, done } = await lines.next();
    if (done) break;
    found.push(value as MovedRow);
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
  readonly sha256: string;
}

/** Seals a secret of the file for this store. */
async function receivedRow({ operator, header, pair, sha256 }: Receiving, { table, row }: MovedRow): Promise<MovedRow> {
  if (table === 'merchants') return { table, row: { ...row, moved_to: null, import_id: sha256, imported_at: null } };
  const { id, sealed, purpose = 'webhook-secret' } = row as { id: string; sealed?: Uint8Array; purpose?: SealPurpose };
  if (sealed === undefined) return { table, row };
  const { environment, masterKey } = operator;
  const encapsulated = sealed.subarray(0, SEALED.pointBytes);
  const agreement = { dh: pair.computeSecret(encapsulated), encapsulated, publicKey: pair.getPublicKey() };
  const info = transferInfo(environment, header.merchant_id, id);
  const secret = await openHpke(agreement, sealed.subarray(SEALED.pointBytes), info);
  if (secret === undefined) throw new RefusedError(`the secret ${id} of the file does not open`);
  const kept = seal(masterKey(), { environment, purpose, keyId: sealedId(header.merchant_id, id) }, secret);
  secret.fill(0);
  return { table, row: { ...row, sealed: kept } };
}
