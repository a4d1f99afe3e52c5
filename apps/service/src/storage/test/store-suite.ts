import { afterEach, beforeEach, describe } from 'vitest';
import { openStore } from '../open-store.ts';
import { audit } from './audit.ts';
import { attempts } from './attempts.ts';
import { bioAttempts } from './bio-attempts.ts';
import { changes } from './changes.ts';
import { consoleAccess } from './console.ts';
import { creation } from './creation.ts';
import { counts } from './counts.ts';
import { failedRequests } from './failed-requests.ts';
import { keys } from './keys.ts';
import { merchants } from './merchants.ts';
import { moves } from './moves.ts';
import { opening, type Below } from './opening.ts';
import { processes } from './processes.ts';
import { rateWindows } from './rate-windows.ts';
import { reading } from './reading.ts';
import { records } from './records.ts';
import { retention } from './retention.ts';
import { runningProcesses } from './running-processes.ts';
import { webhooks } from './webhooks.ts';
import type { EmptyDatabase, Fixture } from './fixture.ts';

/** Creates a database for one test. */
export interface EmptyDatabases {
  empty(): Promise<EmptyDatabase>;
  /** Has the tables of all migrations, without rows. */
  migrated(): Promise<EmptyDatabase>;
}

/** Tests every promise of the port. Each test has a new database with two open stores. */
export function storeSuite(make: EmptyDatabases, below: Below): void {
  let current: Fixture;
  const databases: EmptyDatabase[] = [];
  const fixture = (): Fixture => current;
  const keep = (database: EmptyDatabase): EmptyDatabase => (databases.push(database), database);
  const emptyDatabase = async (): Promise<EmptyDatabase> => keep(await make.empty());

  beforeEach(async () => {
    const database = keep(await make.migrated());
    current = { database, store: await openStore(database.options), other: await openStore(database.options) };
  });
  afterEach(async () => {
    await Promise.all([current.store.close(), current.other.close()]);
    for (const database of databases.splice(0)) await database.remove();
  });

  describe('creating', () => {
    creation(fixture);
  });
  describe('moving', () => {
    moves(fixture);
  });
  describe('reading', () => {
    reading(fixture);
  });
  describe('retention', () => {
    retention(fixture);
  });
  describe('changes', () => {
    changes(fixture);
  });
  describe('merchants and clients', () => {
    merchants(fixture);
  });
  describe('keys', () => {
    keys(fixture);
  });
  describe('rate windows', () => {
    rateWindows(fixture, below);
  });
  describe('attempts', () => {
    attempts(fixture);
  });
  describe('attempts to call merchants', () => {
    bioAttempts(fixture);
  });
  describe('webhooks', () => {
    webhooks(fixture, below);
  });
  describe('the audit log', () => {
    audit(fixture, below);
  });
  describe('console sign-ins', () => {
    consoleAccess(fixture);
  });
  describe('counts', () => {
    counts(fixture);
  });
  describe('running processes', () => {
    runningProcesses(fixture);
  });
  describe('failed requests', () => {
    failedRequests(fixture);
  });
  describe('settings, check', () => {
    records(fixture);
  });
  describe('opening', () => {
    opening(fixture, emptyDatabase, below);
  });
  describe('processes', () => {
    processes(fixture, emptyDatabase);
  });
}
