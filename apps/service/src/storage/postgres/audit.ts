import { auditOf } from '../rows.ts';
import type { AuditLog } from '../store.ts';
import type { Database } from './database.ts';

const WRITE = 'INSERT INTO audit (at, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5)';
const LIST = 'SELECT at, actor, action, subject, detail FROM audit ORDER BY seq DESC LIMIT $1';
const ERASE =
  'DELETE FROM audit WHERE seq = ANY (ARRAY(SELECT seq FROM audit WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))';

export const postgresAudit = (db: Database): AuditLog => ({
  write: async ({ at, actor, action, subject, detail }) =>
    void (await db.query({ text: WRITE }, [at, actor, action, subject, JSON.stringify(detail)])),
  list: async (limit) => (await db.query({ text: LIST }, [limit])).rows.map(auditOf),
  erase: async (before, limit) => (await db.query({ text: ERASE }, [before, limit])).count,
});
