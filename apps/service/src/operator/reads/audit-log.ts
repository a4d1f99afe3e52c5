import { entryHash } from '../../audit/chain.ts';
import { AuditLogCheck, type BrokenLink } from '../../audit/check-log.ts';
import type { AuditEntry } from '../../audit/entry.ts';
import { signHead } from '../../audit/signed-head.ts';
import { attempted } from '../../runtime/attempted.ts';
import { isoTime } from '../../session/iso-time.ts';
import { requireOurSignature, type AuditExport } from './audit-export.ts';
import { openKeyRing } from '../row/open-key-ring.ts';
import type { Operator } from '../row/operator.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

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

interface AuditFinding {
  readonly problem: 'chain' | 'key';
  readonly seq: number;
  readonly at: string | number | null;
  readonly text: string;
}

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
    for (const [id, by] of keysEndedBy(entry)) ended.set(id, by);
  });
  const findings = [
    ...chainFinding(check.end(head), 'Entries were changed, removed or added. Compare them with an earlier export.'),
    ...chainFinding(known && brokenIn(known), 'That is in the file of the export. Use another copy of it.'),
    ...(await keyFindings(operator.store, ended)),
  ];
  return { ok: findings.length === 0, rows: check.rows, head: head ?? null, findings };
}

function chainFinding(broken: BrokenLink | undefined, hint: string): AuditFinding[] {
  if (broken === undefined) return [];
  const { seq } = broken;
  const at = broken.at === null ? null : dateOf(broken.at);
  const text = `The chain is broken from entry ${seq}${at === null ? '' : ` (${at})`} on. ${hint}`;
  return [{ problem: 'chain', seq, at, text }];
}

/** The keys that an action ended, with its entry. */
function keysEndedBy(entry: AuditEntry): [keyId: string, by: AuditEntry][] {
  if (entry.action === 'keys.withdraw') return [[entry.subject, entry]];
  if (entry.action !== 'keys.emergency') return [];
  const { removed } = parsed(entry.detail) as { removed?: unknown };
  return String(removed)
    .split(',')
    .map((id) => [id, entry]);
}

/** An ended key has no bytes, and its row says when it ended. */
async function keyFindings(
  { keys }: Operator['store'],
  ended: ReadonlyMap<string, AuditEntry>,
): Promise<AuditFinding[]> {
  return (await keys.list()).flatMap(({ id, removedAt, sealed }): AuditFinding[] => {
    const by = ended.get(id);
    if (by === undefined || (removedAt !== null && sealed.length === 0)) return [];
    const text = `Entry ${by.seq} ended key ${id}, but the store has it again.`;
    return [{ problem: 'key', seq: by.seq, at: dateOf(by.at), text }];
  });
}

/** The entries of an export, or its head's where only the last line was kept. */
const provenEntries = ({ rows, head }: AuditExport): Pick<AuditEntry, 'seq' | 'at'>[] =>
  rows.length > 0 || head.row_at === null ? [...rows] : [{ seq: head.seq, at: Date.parse(head.row_at) }];

/** The entries in the file must lead to its signed head. */
const brokenIn = ({ rows, head }: AuditExport): BrokenLink | undefined =>
  rows.find((row, i) => entryHash(row) !== row.hash || (i > 0 && row.previous !== rows[i - 1]!.hash)) ??
  (rows.at(-1)?.hash === head.hash ? undefined : rows.at(-1));

export async function exportAuditLog(operator: Operator, since: number) {
  const { store, environment, now } = operator;
  if ((await store.keys.list('audit-head')).length === 0)
    throw new RefusedError('there is no key to sign with yet: the service creates it when it starts');
  const signer = await (await openKeyRing(operator)).signer('audit-head');
  const rows: AuditEntry[] = [];
  let last: AuditEntry | undefined;
  const head = await store.audit.read((entry) => {
    last = entry;
    // No gaps after the first one, even where a later entry has an earlier time.
    if (rows.length > 0 || entry.at >= since) rows.push(entry);
  });
  if (head === undefined)
    throw new RefusedError('the chain head of the audit log is missing: run "authly audit verify"');
  const writtenAt = last?.seq === head.seq ? dateOf(last.at) : null;
  const row_at = typeof writtenAt === 'string' ? writtenAt : null;
  const statement = { ...head, environment, at: isoTime(now()), row_at, key_id: signer.id };
  return { rows: rows.map(entryView), head: await signHead(statement, signer.sign) };
}

/** The file that `verifyAuditLog` compares with: a line for each entry, then the signed head. */
export const exportText = ({ rows, head }: Awaited<ReturnType<typeof exportAuditLog>>): string =>
  [...rows, { head }].map((line) => JSON.stringify(line)).join('\n');
