import { LIMITS } from '@authly/contract/wire/limits';
import { SEND_EVERY_MS } from '../../../apps/service/src/storage/postgres/changes.ts';
import { POOL_SIZE } from '../../../apps/service/src/storage/postgres/database.ts';
import { table, type Filled } from '../markdown.ts';
import { benchmarks, type Benchmarks } from './benchmarks.ts';

const STORES = ['sqlite', 'postgres'] as const;
type Store = (typeof STORES)[number];
const MODES = ['enrollment', 'verification'] as const;
type Mode = (typeof MODES)[number];

/** The pool, and the connection for notifications. */
const CONNECTIONS = POOL_SIZE + 1;
const DAYS = LIMITS.sessionRetentionDefaultDays;
const DAY_S = 86_400;

const PEAK = 5;
const BUSY = 0.5;
const PAGE_OPEN_S = 60;
const SESSIONS_A_DAY = [10_000, 100_000, 1_000_000, 5_000_000];

const number = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en');

const cpuMs = ({ value }: Benchmarks, store: Store, mode: Mode, of: 'CPU ms' | 'CPU ms of Postgres'): number =>
  value('api', of, { store, session: mode });

function measured(): string {
  const all = benchmarks();
  const { date, machine, value } = all;
  const on = (cell: (store: Store) => string): string[] => STORES.map(cell);
  const perCore = (of: 'CPU ms' | 'CPU ms of Postgres', mode: Mode) => (store: Store) =>
    of === 'CPU ms' || store === 'postgres' ? number(1000 / cpuMs(all, store, mode, of)) : '–';
  const call = (name: string) => (store: Store) => number(value('api', 'requests/s', { store, call: name }));
  const ofPages = (store: Store): number => 1000 / value('hosted', 'pages', { store });
  const rows = [
    ['Enrollments/s per core of Authly', ...on(perCore('CPU ms', 'enrollment'))],
    ['Verifications/s per core of Authly', ...on(perCore('CPU ms', 'verification'))],
    ['Enrollments/s per core of Postgres', ...on(perCore('CPU ms of Postgres', 'enrollment'))],
    ['Verifications/s per core of Postgres', ...on(perCore('CPU ms of Postgres', 'verification'))],
    ['Creations/s of one process', ...on(call('create'))],
    ['Results/s of one process', ...on(call('result'))],
    ['1,000 open pages: CPU', ...on((store) => `${number(ofPages(store) * value('hosted', 'CPU %', { store }))} %`)],
    ['1,000 open pages: memory', ...on((store) => `${number(value('hosted', 'KB a page', { store }))} MB`)],
    ['Disk per session', ...on((store) => `${number(value('growth', 'bytes/session', { store }))} bytes`)],
  ];
  const source = `${machine}, ${date}. [Benchmarks](../benchmarks.md) has the details; \`npm run bench -- all\` measures on your machine.`;
  return `${table(['', 'SQLite', 'Postgres'], rows)}\n\n${source}`;
}

function examples(): string {
  const all = benchmarks();
  const most = (of: 'CPU ms' | 'CPU ms of Postgres'): number =>
    Math.max(...MODES.map((mode) => cpuMs(all, 'postgres', mode, of)));
  const bytes = all.value('growth', 'bytes/session', { store: 'postgres' });
  const rows = SESSIONS_A_DAY.map((sessions) => {
    const peak = (PEAK * sessions) / DAY_S;
    const cores = (ms: number): number => Math.ceil((peak * ms) / 1000 / BUSY);
    // Two, so that one may fail.
    const processes = Math.max(2, cores(most('CPU ms')));
    return [
      sessions.toLocaleString('en'),
      number(peak),
      String(processes),
      String(cores(most('CPU ms of Postgres'))),
      number(Math.ceil(peak * PAGE_OPEN_S)),
      `${number((sessions * DAYS * bytes) / 1e9)} GB`,
      String(processes * CONNECTIONS),
    ];
  });
  const head = ['Sessions a day', 'Peak/s', 'Processes', 'Cores of Postgres', 'Open pages', 'Disk', 'Connections'];
  return `${table(head, rows)}\n\nThe peak is ${PEAK} times the average. One process per core, at most ${BUSY * 100} % busy, at least two. A page is open for ${PAGE_OPEN_S} seconds. Sessions are kept for ${DAYS} days.`;
}

export const CAPACITY_BLOCKS: Filled = { 'capacity.measured': measured, 'capacity.examples': examples };

export const CAPACITY_VALUES: Filled = {
  'postgres.pool-size': () => String(POOL_SIZE),
  'postgres.connections': () => String(CONNECTIONS),
  'postgres.notifications': () => String(1000 / SEND_EVERY_MS),
};
