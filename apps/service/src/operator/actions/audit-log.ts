import { entryHash } from '../../audit/chain.ts';
import { AuditLogCheck, type AuditFinding } from '../../audit/check-log.ts';
import type { AuditEntry } from '../../audit/entry.ts';
import { signHead } from '../../audit/signed-head.ts';
import { attempted } from '../../runtime/attempted.ts';
import { isoTime } from '../../session/iso-time.ts';
import { requireOurSignature, type AuditExport } from './audit-export.ts';
import { openKeyRing } from './open-key-ring.ts';
import { OperatorError, type Operator } from './operator.ts';

/** A field that was overwritten and cannot be parsed is shown as it is. */
export const entryView = ({ seq, at, actor, action, subject, detail, previous, hash }: AuditEntry) => ({
  seq,
  at: dateOf(at),
  actor,
  action,
  subject,
  detail: parsed(detail),
  previous,
  hash,
});

const dateOf = (at: number): string | number => attempted(() => isoTime(at)) ?? at;

const parsed = (text: string): unknown => attempted((): unknown => JSON.parse(text)) ?? text;

/** Reads the whole log. With an earlier export it also detects a log that was rewritten completely. */
export async function verifyAuditLog(
  operator: Pick<Operator, 'store' | 'environment' | 'masterKey' | 'now'>,
  known?: AuditExport,
) {
  if (known !== undefined) await requireOurSignature(operator, known.head);
  const check = new AuditLogCheck(known && { head: known.head, rows: provenEntries(known), now: operator.now() });
  const ended = new Map(known?.rows.flatMap(keysEndedBy));
  const head = await operator.store.audit.read((entry) => {
    check.add(entry);
    for (const [id, seq] of keysEndedBy(entry)) ended.set(id, seq);
  });
  const inExport = known === undefined ? [] : findingsIn(known);
  const findings = [...inExport, ...check.end(head), ...(await findKeysAlive(operator.store, ended))];
  return { ok: findings.length === 0, rows: check.rows, head: head ?? null, findings };
}

/** The keys that an action ended, with the number of its entry. */
function keysEndedBy({ action, subject, seq, detail }: AuditEntry): [keyId: string, seq: number][] {
  if (action === 'keys.withdraw') return [[subject, seq]];
  if (action !== 'keys.emergency') return [];
  const { removed } = parsed(detail) as { removed?: unknown };
  return String(removed)
    .split(',')
    .map((id) => [id, seq]);
}

/** An ended key has no bytes, and its row says when it ended. */
async function findKeysAlive({ keys }: Operator['store'], ended: ReadonlyMap<string, number>): Promise<AuditFinding[]> {
  return (await keys.list()).flatMap(({ id, removedAt, sealed }): AuditFinding[] => {
    const seq = ended.get(id);
    if (seq === undefined || (removedAt !== null && sealed.length === 0)) return [];
    return [{ seq, problem: 'key', text: `entry ${seq} ended key ${id}, but the store has it again` }];
  });
}

/** The entries of an export, or its head's where only the last line was kept. */
const provenEntries = ({ rows, head }: AuditExport): Pick<AuditEntry, 'seq' | 'at'>[] =>
  rows.length > 0 || head.row_at === null ? [...rows] : [{ seq: head.seq, at: Date.parse(head.row_at) }];

/** The entries in the file must lead to its signed head. */
function findingsIn({ rows, head }: AuditExport): AuditFinding[] {
  const wrong = rows.find((row, i) => entryHash(row) !== row.hash || (i > 0 && row.previous !== rows[i - 1]!.hash));
  const seq = wrong?.seq ?? (rows.length > 0 && rows.at(-1)!.hash !== head.hash ? rows.at(-1)!.seq : undefined);
  return seq === undefined
    ? []
    : [{ seq, problem: 'changed', text: `in the export, entry ${seq} is not the one that was exported` }];
}

export async function exportAuditLog(operator: Operator, since: number) {
  const { store, environment, now } = operator;
  const keys = await openKeyRing(operator);
  // After an upgrade the service may not have made its key yet.
  await keys.prepare();
  const rows: AuditEntry[] = [];
  let last: AuditEntry | undefined;
  const head = await store.audit.read((entry) => {
    last = entry;
    // No gaps after the first one, even where a later entry has an earlier time.
    if (rows.length > 0 || entry.at >= since) rows.push(entry);
  });
  if (head === undefined)
    throw new OperatorError('the chain head of the audit log is missing: run "authly audit verify"');
  const signer = await keys.signer('audit-head');
  const writtenAt = last?.seq === head.seq ? dateOf(last.at) : null;
  const row_at = typeof writtenAt === 'string' ? writtenAt : null;
  const statement = { ...head, environment, at: isoTime(now()), row_at, key_id: signer.id };
  return { rows: rows.map(entryView), head: await signHead(statement, signer.sign) };
}

/** The file that `verifyAuditLog` compares with: a line for each entry, then the signed head. */
export const exportText = ({ rows, head }: Awaited<ReturnType<typeof exportAuditLog>>): string =>
  [...rows, { head }].map((line) => JSON.stringify(line)).join('\n');
