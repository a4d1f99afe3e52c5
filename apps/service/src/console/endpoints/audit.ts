import { listAuditLog, verifyAuditLog } from '../../actions/audit-log.ts';
import { ConsoleError } from '../console-error.ts';
import type { Handler } from '../endpoint.ts';
import { wholeNumberIn } from '../query.ts';
import type { AuditPage } from '../wire.ts';

const ROWS = 50;

export const audit: Handler = async (context, { query }): Promise<AuditPage> => {
  const rows = await listAuditLog(context, ROWS, wholeNumberIn(query, 'before'));
  return { rows, before: rows.length < ROWS ? null : rows.at(-1)!.seq };
};

/** Stores whose audit log is being verified. */
const verifying = new WeakSet<object>();

/** Reads the whole log, so only one request at a time may. */
export const verifyAudit: Handler = async (context) => {
  const { store } = context;
  if (verifying.has(store)) throw new ConsoleError(409, 'busy', 'The audit log is already being verified.');
  verifying.add(store);
  try {
    const { ok, rows, findings } = await verifyAuditLog(context);
    return { ok, rows, findings: findings.map(({ text }) => text) };
  } finally {
    verifying.delete(store);
  }
};
