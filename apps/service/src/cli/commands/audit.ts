import { TrailCheck } from '../../audit/check-trail.ts';
import { rowHash, type Head, type TrailRow } from '../../audit/chain.ts';
import { signHead } from '../../audit/signed-head.ts';
import { dateOf, trailRowView } from '../../actions/trail.ts';
import type { Cli } from '../cli-context.ts';
import { openKeyRing } from '../../actions/open-key-ring.ts';
import { OperatorError } from '../operator-error.ts';
import { output, table, time, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';
import { wholeNumber } from '../whole-number.ts';
import { readExport, requireOurSignature, type AuditExport } from './audit-export.ts';

export function auditCommands(cli: Cli): void {
  const audit = cli.program.command('audit').description('who did what: a trail that cannot be changed unnoticed');

  audit
    .command('list')
    .description('newest first')
    .option('--before <seq>', 'older than this row: for paging', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--limit <n>', 'at most', wholeNumber(1, 1000), 20)
    .action(
      cli.at(async ({ store }, { limit, before }: { limit: number; before?: number }) => {
        const rows = (await store.audit.list(limit, before)).map(trailRowView);
        const inShort = rows.map(({ seq, at, actor, action, subject, detail }) => ({
          seq,
          at,
          actor,
          action,
          subject,
          detail,
        }));
        return output(rows, table(inShort, 'Nothing was done yet.'));
      }),
    );

  audit
    .command('verify')
    .description('name every row that was changed, moved or removed since it was written')
    .option('--export <file>', 'what `authly audit export` wrote: also a trail that was rewritten as a whole shows')
    .action(cli.at((context, options: { export?: string }) => verifyTrail(context, options.export)));

  audit
    .command('export')
    .description('JSON lines: the rows, then the head of the chain, signed. Keep it somewhere else')
    .option('--since <time>', 'ISO 8601; all rows when not given')
    .action(cli.at((context, options: { since?: string }) => exportTrail(context, options.since)));
}

async function verifyTrail(context: StoreContext, file: string | undefined): Promise<Output> {
  const known = file === undefined ? undefined : readExport(file);
  if (known !== undefined) await requireOurSignature(context, known.head);
  const check = new TrailCheck(known && { head: known.head, rows: certainRows(known), now: context.now() });
  const head = await context.store.audit.read((row) => check.add(row));
  const findings = [...(known === undefined ? [] : fileFindings(known)), ...check.end(head)];
  const ok = findings.length === 0;
  const last = head === undefined ? '' : `, the last is row ${head.seq} with the hash ${head.hash}`;
  const compared = known === undefined ? '' : ` They go on from what was exported at ${known.head.at}.`;
  return {
    json: { ok, rows: check.rows, head: head ?? null, findings },
    text: ok
      ? `${check.rows} rows, each as it was written${last}.${compared}`
      : findings.map(({ text }) => `✗ ${text}`).join('\n'),
    failed: !ok,
  };
}

/** The rows of an export, or its head's where its last line alone was kept. */
const certainRows = ({ rows, head }: AuditExport): Pick<TrailRow, 'seq' | 'at'>[] =>
  rows.length > 0 || head.row_at === null ? [...rows] : [{ seq: head.seq, at: Date.parse(head.row_at) }];

/** Of the file itself: its rows must lead to the head that was signed. */
function fileFindings({ rows, head }: AuditExport): { seq: number; problem: string; text: string }[] {
  const wrong = rows.find((row, i) => rowHash(row) !== row.hash || (i > 0 && row.previous !== rows[i - 1]!.hash));
  const seq = wrong?.seq ?? (rows.length > 0 && rows.at(-1)!.hash !== head.hash ? rows.at(-1)!.seq : undefined);
  return seq === undefined
    ? []
    : [{ seq, problem: 'changed', text: `in the export, row ${seq} is not the one that was exported` }];
}

async function exportTrail(context: StoreContext, since: string | undefined): Promise<Output> {
  const { store, environment, now } = context;
  const from = since === undefined ? -Infinity : Date.parse(since);
  if (Number.isNaN(from)) throw new OperatorError('--since must be an ISO 8601 time such as 2026-11-01T00:00:00Z');
  const keys = await openKeyRing(context);
  // After an upgrade the service may not have made its key yet.
  await keys.prepare();
  const rows: TrailRow[] = [];
  let last: TrailRow | undefined;
  const head: Head | undefined = await store.audit.read((row) => {
    last = row;
    // From the first of that time on without a gap, whatever clocks said later.
    if (rows.length > 0 || row.at >= from) rows.push(row);
  });
  if (head === undefined) throw new OperatorError('the head row of the trail is missing: run "authly audit verify"');
  const signer = await keys.signer('audit-head');
  const signed = await signHead(
    { ...head, environment, at: time(now())!, row_at: writtenAt(head, last), key_id: signer.id },
    signer.sign,
  );
  const lines = [...rows.map(trailRowView), { head: signed }];
  return output({ rows: rows.map(trailRowView), head: signed }, lines.map((line) => JSON.stringify(line)).join('\n'));
}

function writtenAt(head: Head, last: TrailRow | undefined): string | null {
  const at = last?.seq === head.seq ? dateOf(last.at) : null;
  return typeof at === 'string' ? at : null;
}
