import { SEARCHED_ROWS } from '../search.ts';
import type { Tables, Work } from '../tables/table-access.ts';
import type { Database, Query } from './database.ts';

const ONE_MOMENT = { text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' };

export const postgresTables = (db: Database): Tables => ({
  searchedRows: SEARCHED_ROWS.postgres,
  countAttempt: 'SELECT count_attempt($1, $2, $3, $4, $5) AS seq',
  query: (text, values, name) => db.query({ text, name }, values),
  write: (text, values, name) => db.query({ text, name }, values),
  transaction: (work) => db.transaction((query) => finish(query, work())),
  snapshot: (work) =>
    db.transaction(async (query) => {
      await query(ONE_MOMENT);
      return finish(query, work());
    }),
});

async function finish<T>(query: Query, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) step = work.next(await query(step.value, step.value.values));
  return step.value;
}
