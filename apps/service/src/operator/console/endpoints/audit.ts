import { exportAuditLog, exportText, listAuditLog, verifyAuditLog } from '../../actions/audit-log.ts';
import { ConsoleError } from '../console-error.ts';
import type { Handler } from '../endpoint.ts';
import { textIn, timeIn, wholeNumberIn } from '../query.ts';
import type { AuditPage } from '../wire.ts';

const ROWS = 50;

export const audit: Handler = async (context, { query }): Promise<AuditPage> => {
  const rows = await listAuditLog(context, ROWS, wholeNumberIn(query, 'before'), {
    actor: textIn(query, 'actor'),
    action: textIn(query, 'action'),
    subject: textIn(query, 'subject'),
    from: timeIn(query, 'from'),
    to: timeIn(query, 'to'),
  });
  return { rows, before: rows.length < ROWS ? null : rows.at(-1)!.seq };
};

/** Stores whose audit log is being read as a whole. */
const reading = new WeakSet<object>();

/** Only one request at a time may read the whole log. */
async function alone<T>(store: object, read: () => Promise<T>): Promise<T> {
  if (reading.has(store)) throw new ConsoleError(409, 'busy', 'The audit log is already being verified or exported.');
  reading.add(store);
  try {
    return await read();
  } finally {
    reading.delete(store);
  }
}

export const verifyAudit: Handler = (context) =>
  alone(context.store, async () => {
    const { ok, rows, findings } = await verifyAuditLog(context);
    return { ok, rows, findings: findings.map(({ text }) => text) };
  });

/** The signed file of `authly audit export`. */
export const exportAudit: Handler = (context, { operator }) =>
  alone(context.store, async () => ({ text: `${exportText(await exportAuditLog(operator, -Infinity))}\n` }));
