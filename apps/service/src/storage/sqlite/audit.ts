import { auditOf } from '../rows.ts';
import type { AuditLog } from '../store.ts';
import type { Database } from './database.ts';

const WRITE = 'INSERT INTO audit (at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?)';
const LIST = 'SELECT at, actor, action, subject, detail FROM audit ORDER BY seq DESC LIMIT ?';
const ERASE = 'DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE at < ? ORDER BY at LIMIT ?)';

export const sqliteAudit = (db: Database): AuditLog => ({
  write: ({ at, actor, action, subject, detail }) =>
    db.answer(() => void db.sql(WRITE).run(at, actor, action, subject, JSON.stringify(detail))),
  list: (limit) => db.answer(() => db.sql(LIST).all(limit).map(auditOf)),
  erase: (before, limit) => db.answer(() => Number(db.sql(ERASE).run(before, limit).changes)),
});
