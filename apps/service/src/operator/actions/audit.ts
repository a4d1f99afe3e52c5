import { Type } from 'typebox';
import { action } from '../row/action.ts';
import { parseAuditExport } from '../reads/audit-export.ts';
import { entryView, exportAuditLog, exportText, verifyAuditLog } from '../reads/audit-log.ts';
import { instant } from '../../cli/terminal/duration.ts';
import { table } from '../../cli/terminal/output.ts';
import { contentOf, fileOption, limitOption, period, searchText, textOption, timesIn } from '../row/params.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

const reading = new WeakSet<object>();

/** One operator of a process at a time may read the whole log. */
async function alone<T>(store: object, read: () => Promise<T>): Promise<T> {
  if (reading.has(store)) throw new RefusedError('the audit log is already being verified or exported');
  reading.add(store);
  try {
    return await read();
  } finally {
    reading.delete(store);
  }
}

/** An attacker with write access to the whole database can do both. Only a copy elsewhere shows it. */
const UNSEEN =
  '\nNot checked without --export: whether the newest entries were removed together with the chain head, or the whole log was rewritten.';

export const AUDIT = [
  action({
    name: 'audit list',
    role: 'read',
    text: 'list entries, newest first',
    examples: ['authly audit list --limit 50'],
    params: {
      before: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          flag: '--before <seq>',
          description: 'only entries older than this one, for paging',
        }),
      ),
      limit: limitOption('entries'),
      actor: Type.Optional(searchText()),
      action: Type.Optional(searchText()),
      subject: Type.Optional(searchText()),
      ...period,
    },
    run: async ({ store }, { limit, before, ...filter }) =>
      (await store.audit.list(limit, before, { ...filter, ...timesIn(filter) })).map(entryView),
    print: (rows) =>
      table(
        rows.map(({ previous: _previous, hash: _hash, ...shown }) => shown),
        'No entries yet.',
      ),
  }),
  action({
    name: 'audit verify',
    role: 'admin',
    text: 'check the chain up to its first broken link, and report every key that is back after its end',
    examples: ['authly audit verify --export audit-2026-11.jsonl'],
    params: {
      export: Type.Optional(
        fileOption(
          '--export <file>',
          'compare with a file from "authly audit export": also detects a fully rewritten log',
        ),
      ),
    },
    run: (operator, { export: file }) =>
      alone(operator.store, async () => {
        const known = file && parseAuditExport(contentOf(file), file.name);
        return { ...(await verifyAuditLog(operator, known)), exported_at: known?.head.at ?? null };
      }),
    print({ exported_at, ...verified }) {
      const { ok, rows, head, findings } = verified;
      const last = head === null ? '' : ` The last is entry ${head.seq} with hash ${head.hash}.`;
      const compared = exported_at === null ? UNSEEN : ` They continue the export of ${exported_at}.`;
      const text = ok
        ? `${rows} entries, none changed.${last}${compared}`
        : findings.map((finding) => `✗ ${finding.text}`).join('\n');
      return { json: { ...verified, compared_with_export: exported_at !== null }, text, failed: !ok };
    },
  }),
  action({
    name: 'audit export',
    role: 'admin',
    text: 'print the entries as JSON lines, then the signed chain head. Store it on another system',
    examples: ['authly audit export --since 2026-11-01T00:00:00Z > audit-2026-11.jsonl'],
    params: { since: Type.Optional(textOption('--since <time>', 'ISO 8601 (default: all entries)')) },
    run: (operator, { since }) =>
      alone(operator.store, () =>
        exportAuditLog(operator, since === undefined ? -Infinity : instant(since, '--since')),
      ),
    print: exportText,
  }),
];
