import { TrailCheck } from '../../audit/check-trail.ts';
import { trailRowView } from '../../actions/trail.ts';
import type { Endpoint } from '../endpoint.ts';
import { wholeNumberIn } from '../query.ts';
import { ConsoleRefused } from '../refused.ts';
import type { TrailPage } from '../wire.ts';

const ROWS = 50;

export const audit: Endpoint['answer'] = async ({ store }, { query }): Promise<TrailPage> => {
  const rows = await store.audit.list(ROWS, wholeNumberIn(query, 'before'));
  return { rows: rows.map(trailRowView), before: rows.length < ROWS ? null : rows.at(-1)!.seq };
};

/** Stores whose trail is being checked. */
const checking = new WeakSet<object>();

/** Reads the whole trail: one at a time. */
export const verifyAudit: Endpoint['answer'] = async ({ store }) => {
  if (checking.has(store)) throw new ConsoleRefused(409, 'busy', 'The trail is being checked already.');
  checking.add(store);
  try {
    const check = new TrailCheck();
    const head = await store.audit.read((row) => check.add(row));
    const findings = check.end(head);
    return { ok: findings.length === 0, rows: check.rows, findings: findings.map(({ text }) => text).slice(0, 100) };
  } finally {
    checking.delete(store);
  }
};
