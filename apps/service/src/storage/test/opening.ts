import { expect, it } from 'vitest';
import type { Migration } from '../migration.ts';
import { migrateStore, openStore } from '../open-store.ts';
import { SchemaError, WrongEnvironmentError } from '../port/store.ts';
import type { EmptyDatabase, Fixture } from './fixture.ts';

/** Access to tables and unreleased migrations. */
export interface Below {
  sql(database: EmptyDatabase, text: string): Promise<void>;
  migrateWith(database: EmptyDatabase, known: readonly Migration[]): Promise<unknown>;
  readonly released: readonly Migration[];
  /** The length of the longest rate window, in stored numbers. */
  longestWindow(database: EmptyDatabase): Promise<number>;
}

export function opening(fixture: () => Fixture, below: Below): void {
  it('a migration returns what it applied, and nothing the second time', async () => {
    const { options } = await fixture().empty();
    const applied = below.released.map(({ number, name }) => ({ number, name }));
    expect(await migrateStore(options)).toEqual({ version: below.released.length, applied });
    expect(await migrateStore(options)).toEqual({ version: below.released.length, applied: [] });
  });

  it('concurrent migrations apply each migration once', async () => {
    const { options } = await fixture().empty();
    const reports = await Promise.all(Array.from({ length: 5 }, () => migrateStore(options)));
    expect(reports.flatMap(({ applied }) => applied)).toHaveLength(below.released.length);
  });

  it('with migrate false a database that lacks migrations is rejected and not changed', async () => {
    const { options } = await fixture().empty();
    await expect(openStore({ ...options, migrate: false })).rejects.toMatchObject({
      name: 'SchemaError',
      reason: 'outdated',
      message: expect.stringContaining('authly migrate'),
    });
    await migrateStore(options);
    await (await openStore({ ...options, migrate: false })).close();
  });

  it('a database newer than the code is rejected', async () => {
    const { database } = fixture();
    await below.sql(database, "INSERT INTO schema_migrations VALUES (9999, 'future', 'x', 9999)");
    for (const migrate of [true, false]) {
      await expect(openStore({ ...database.options, migrate })).rejects.toMatchObject({
        reason: 'too_new',
        message: expect.stringContaining('9999 (future)'),
      });
    }
    await expect(migrateStore(database.options)).rejects.toBeInstanceOf(SchemaError);
  });

  it('a database with compatible newer migrations opens, even at a start; one with breaking migrations is rejected', async () => {
    const { database } = fixture();
    const newer = { number: below.released.length + 1, name: 'newer', sql: 'CREATE TABLE newer (a TEXT)' };
    await below.migrateWith(database, [...below.released, newer]);
    for (const migrate of [true, false]) {
      const store = await openStore({ ...database.options, migrate });
      await store.check();
      await store.close();
    }
    expect(await migrateStore(database.options)).toMatchObject({ applied: [] });
    const changed = {
      number: newer.number + 1,
      name: 'changed',
      sql: 'CREATE TABLE changed (a TEXT)',
      breaks: true,
    } as const;
    await below.migrateWith(database, [...below.released, newer, changed]);
    await expect(openStore(database.options)).rejects.toMatchObject({ reason: 'too_new' });
  });

  it('a migration whose text changed after it was applied is rejected', async () => {
    const { database } = fixture();
    await below.sql(database, "UPDATE schema_migrations SET checksum = 'another'");
    await expect(openStore(database.options)).rejects.toMatchObject({ reason: 'altered' });
  });

  it('a failed migration is rolled back, and earlier ones stay', async () => {
    const database = await fixture().empty();
    const known = [
      { number: 1, name: 'good', sql: 'CREATE TABLE good (a TEXT)' },
      { number: 2, name: 'bad', sql: 'CREATE TABLE half (a TEXT); CREATE TABLE good (a TEXT)' },
    ];
    await expect(below.migrateWith(database, known)).rejects.toThrow(/good/);
    expect(
      await below.migrateWith(database, [known[0]!, { ...known[1]!, sql: 'CREATE TABLE half (b TEXT)' }]),
    ).toMatchObject({ applied: [{ number: 2 }] });
  });

  it('the first process marks the environment of a store, and the other environment is rejected', async () => {
    const { database, store } = fixture();
    expect(store.environment).toBe('test');
    const production = { ...database.options, environment: 'production' as const };
    await expect(openStore(production)).rejects.toBeInstanceOf(WrongEnvironmentError);
    await expect(migrateStore(production)).rejects.toBeInstanceOf(WrongEnvironmentError);
  });

  it('of two environments that open an empty database concurrently one succeeds', async () => {
    const { options } = await fixture().empty();
    const environments = ['test', 'production'] as const;
    const outcomes = await Promise.allSettled(
      environments.map((environment) => openStore({ ...options, environment })),
    );
    const opened = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(opened).toHaveLength(1);
    expect(refused!.reason).toBeInstanceOf(WrongEnvironmentError);
    await opened[0]!.value.close();
  });
}
