import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LIMITS } from '@authly/contract/wire/limits';
import { NON_FINAL_STATES } from '@authly/contract/wire/states';
import { webhookSecretContext, unseal } from '../../keys/seal.ts';
import { isPoint } from '../../keys/sealing-key.ts';
import { sealHpke } from '../../keys/hpke.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { makeFile } from '../../runtime/make-file.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { VERSION } from '../../runtime/version.ts';
import type { MovedRow } from '../../storage/port/store.ts';
import type { Acting, TerminalOperator } from '../row/action.ts';
import { openKeyRing } from '../row/open-key-ring.ts';
import { findMerchant } from '../reads/merchant-rows.ts';
import { FORMAT, lastLine, transferInfo, withBytesAsText, type Header } from './merchant-file.ts';

interface Given {
  readonly merchant_id: string;
  readonly to: string;
  readonly output: string;
}

/** After it no call of the merchant can still create a session, and no event is being sent. */
const SETTLED_MS = 60_000;

/** Writes a merchant into a file that one other cell can import. */
export async function exportMerchant(operator: TerminalOperator & Acting, { merchant_id: id, to, output }: Given) {
  const { store, environment, now, entry } = operator;
  const merchant = await findMerchant(operator, id);
  await requireAtRest(operator, merchant);
  const publicKey = Buffer.from(to, 'base64');
  if (publicKey.toString('base64') !== to || !isPoint(publicKey))
    throw new RefusedError('--to must be the public key that "authly cell key" prints in the other cell');
  const sealed = async (name: string, secret: Buffer): Promise<string> => {
    const box = await sealHpke(publicKey, secret, transferInfo(environment, id, name));
    secret.fill(0);
    return box.toString('base64');
  };
  const rows = await Promise.all((await store.transfers.merchant(id)).map((each) => webhookSealed(each)));
  const moving = await (await openKeyRing(operator)).keysToMove(merchant);
  const keys = await Promise.all(
    moving.map(async ({ key: { purpose, id: key_id, createdAt, lastUsedAt }, status, secret }) => {
      const about = { purpose, key_id, status, created_at: createdAt, last_used_at: lastUsedAt };
      return { ...about, sealed: await sealed(key_id, secret) };
    }),
  );
  const counts = { rows: rows.length, keys: keys.length, sessions: await store.transfers.count(id) };
  const transfer = await makeFile(resolve(output), async (part) => {
    const hash = createHash('sha256');
    await using file = await open(part, 'w');
    const write = async (lines: readonly object[]): Promise<void> => {
      const text = lines.map((line) => `${JSON.stringify(line, withBytesAsText)}\n`).join('');
      hash.update(text);
      await file.appendFile(text);
    };
    await write([header(operator, { merchant_id: id, to, counts }), ...rows, ...keys]);
    const claimedSince = now() - LIMITS.idempotencyRetentionMs;
    for await (const page of store.transfers.sessions(id, claimedSince)) await write(page);
    const sum = hash.digest('hex');
    await file.appendFile(lastLine(sum));
    await store.merchants.update(id, {}, (before) => {
      if (before.suspendedAt === merchant.suspendedAt) return entry(id, { transfer: sum, to });
      throw new RefusedError(`${id} was resumed meanwhile: nothing was exported`);
    });
    return sum;
  });
  return { merchant_id: id, file: resolve(output), transfer, sessions: counts.sessions };

  async function webhookSealed({ table, row }: MovedRow): Promise<MovedRow> {
    if (table !== 'webhook_secrets') return { table, row };
    const secretId = row['id'] as string;
    const context = webhookSecretContext(environment, id, secretId);
    const secret = unseal(operator.masterKey(), context, row['sealed'] as Uint8Array);
    return { table, row: { ...row, sealed: await sealed(secretId, secret) } };
  }
}

const header = (
  { environment, env, storeName, now }: TerminalOperator,
  about: Pick<Header, 'merchant_id' | 'to' | 'counts'>,
): Header => ({
  format: FORMAT,
  version: VERSION,
  environment,
  source: env['AUTHLY_BASE_URL'] ?? storeName,
  exported_at: new Date(now()).toISOString(),
  ...about,
});

async function requireAtRest(operator: TerminalOperator, merchant: Merchant): Promise<void> {
  const { store, now } = operator;
  const { id, suspendedAt, importId, importedAt } = merchant;
  if (suspendedAt === null)
    throw new RefusedError(`${id} is not suspended`, undefined, `Suspend it: authly merchant suspend ${id}`);
  if (importId !== null && importedAt === null) throw new RefusedError(`the import of ${id} is not complete`);
  const webhook = await store.webhooks.find(id);
  if (webhook?.pausedAt === null)
    throw new RefusedError(`the webhook of ${id} is not paused`, undefined, `Pause it: authly webhook pause ${id}`);
  const settledAt = Math.max(suspendedAt, webhook?.pausedAt ?? 0) + SETTLED_MS;
  if (now() < settledAt)
    throw new RefusedError(
      `calls of ${id} may still be in progress: try again at ${new Date(settledAt).toISOString()}`,
    );
  for (const status of NON_FINAL_STATES)
    if ((await store.sessions.list({ merchantId: id, status, limit: 1 })).length > 0)
      throw new RefusedError(
        `a session of ${id} is open (${status})`,
        undefined,
        'A running service ends it in time: see "authly sessions list".',
      );
}
