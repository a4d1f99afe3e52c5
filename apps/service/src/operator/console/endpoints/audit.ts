import { Type } from 'typebox';
import { listAuditLog } from '../../actions/audit-log.ts';
import { period, searchText, timesIn } from '../../actions/params.ts';
import { endpoint } from '../endpoint.ts';

const ROWS = 50;

export const auditSearch = endpoint({
  name: 'audit search',
  role: 'read',
  params: {
    actor: Type.Optional(searchText()),
    action: Type.Optional(searchText()),
    subject: Type.Optional(searchText()),
    ...period,
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  },
  async run(operator, { before, ...filter }) {
    const rows = await listAuditLog(operator, ROWS, before, { ...filter, ...timesIn(filter) });
    return { rows, before: rows.length < ROWS ? null : rows.at(-1)!.seq };
  },
});
