import { readFileSync } from 'node:fs';
import { parseAuditExport } from '../../actions/audit-export.ts';
import { exportAuditLog, exportText, listAuditLog, verifyAuditLog } from '../../actions/audit-log.ts';
import { OperatorError } from '../../actions/operator.ts';
import type { Cli } from '../cli-context.ts';
import { output, table, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';
import { wholeNumber } from '../option-parsers.ts';

export function auditCommands(cli: Cli): void {
  const audit = cli.program.command('audit').description('read and check the audit log of operator actions');

  audit
    .command('list')
    .description('list entries, newest first')
    .example('authly audit list --limit 50')
    .option('--before <seq>', 'only entries older than this one, for paging', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--limit <n>', 'maximum number of entries', wholeNumber(1, 1000), 20)
    .action(
      cli.at(async (context, { limit, before }: { limit: number; before?: number }) => {
        const rows = await listAuditLog(context, limit, before);
        const shown = rows.map(({ previous: _previous, hash: _hash, ...fields }) => fields);
        return output(rows, table(shown, 'No entries yet.'));
      }),
    );

  audit
    .command('verify')
    .description('check the chain and report every entry that was changed, moved or removed')
    .example('authly audit verify --export audit-2026-11.jsonl')
    .option('--export <file>', 'compare with a file from "authly audit export": also detects a fully rewritten log')
    .action(cli.at((context, options: { export?: string }) => verify(context, options.export)));

  audit
    .command('export')
    .description('print the entries as JSON lines, then the signed chain head. Store it on another system')
    .example('authly audit export --since 2026-11-01T00:00:00Z > audit-2026-11.jsonl')
    .option('--since <time>', 'ISO 8601 (default: all entries)')
    .action(cli.at((context, options: { since?: string }) => exportEntries(context, options.since)));
}

/** An attacker who can write the whole database can do both: only a copy elsewhere shows it. */
const UNSEEN =
  '\nNot checked without --export: whether the newest entries were removed together with the chain head, or the whole log was rewritten.';

async function verify(context: StoreContext, file: string | undefined): Promise<Output> {
  const known = file === undefined ? undefined : parseAuditExport(readFileSync(file, 'utf8'), file);
  const json = { ...(await verifyAuditLog(context, known)), compared_with_export: known !== undefined };
  const { ok, rows, head, findings } = json;
  const last = head === null ? '' : ` The last is entry ${head.seq} with hash ${head.hash}.`;
  const compared = known === undefined ? UNSEEN : ` They continue the export of ${known.head.at}.`;
  const text = ok
    ? `${rows} entries, none changed.${last}${compared}`
    : findings.map((finding) => `✗ ${finding.text}`).join('\n');
  return { json, text, failed: !ok };
}

async function exportEntries(context: StoreContext, since: string | undefined): Promise<Output> {
  const from = since === undefined ? -Infinity : Date.parse(since);
  if (Number.isNaN(from)) throw new OperatorError('--since must be an ISO 8601 time such as 2026-11-01T00:00:00Z');
  const json = await exportAuditLog(context, from);
  return output(json, exportText(json));
}
