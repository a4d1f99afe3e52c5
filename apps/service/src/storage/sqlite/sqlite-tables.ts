import { SEARCHED_ROWS } from '../search.ts';
import type { Answer, Tables, TableStatement, Work } from '../tables/table-access.ts';
import type { Database } from './database.ts';

const COUNT_ATTEMPT = `
  INSERT INTO attempts (key, at) SELECT $1, $2
  WHERE (SELECT count(*) FROM attempts WHERE key = $1 AND at > $3 AND at <= $4) < $5 RETURNING seq`;

export function sqliteTables(db: Database): Tables {
  function answerTo({ text, values }: TableStatement): Answer {
    if (text.startsWith('LOCK TABLE')) return { rows: [], count: 0 };
    const statement = db.sql(text.replaceAll(/\$(\d+)/g, '?$1').replace(/ FOR UPDATE(?: SKIP LOCKED)?/, ''));
    if (statement.columns().length === 0) return { rows: [], count: Number(statement.run(...values).changes) };
    const rows = statement.all(...values);
    return { rows, count: rows.length };
  }

  function finish<T>(work: Work<T>): T {
    let step = work.next();
    while (step.done !== true) step = work.next(answerTo(step.value));
    return step.value;
  }

  return {
    searchedRows: SEARCHED_ROWS.sqlite,
    countAttempt: COUNT_ATTEMPT,
    query: (text, values = []) => db.answer(() => answerTo({ text, values })),
    write: (text, values = []) => db.groupCommit(() => answerTo({ text, values })),
    transaction: (work) => db.groupCommit(() => finish(work())),
    snapshot: (work) => db.answer(() => db.reading(() => finish(work()))),
  };
}
