import { afterEach, beforeEach, describe } from 'vitest';
import { openStore } from './open-store.ts';
import { audit } from './suite/audit.ts';
import { attempts } from './suite/attempts.ts';
import { bioAttempts } from './suite/bio-attempts.ts';
import { changes } from './suite/changes.ts';
import { consoleAccess } from './suite/console.ts';
import { creation } from './suite/creation.ts';
import { figures } from './suite/figures.ts';
import { keys } from './suite/keys.ts';
import { merchants } from './suite/merchants.ts';
import { moves } from './suite/moves.ts';
import { opening, type Below } from './suite/opening.ts';
import { processes } from './suite/processes.ts';
import { rateWindows } from './suite/rate-windows.ts';
import { reading } from './suite/reading.ts';
import { records } from './suite/records.ts';
import { retention } from './suite/retention.ts';
import { webhooks } from './suite/webhooks.ts';
import type { Ground, Stage } from './suite/stage.ts';

/** How a kind of database is made for one test. */
export interface Grounds {
  empty(): Promise<Ground>;
  /** With the tables of all migrations, and nothing in them. */
  migrated(): Promise<Ground>;
}

/** Everything that the port promises. Each store runs it whole; each test begins on a database of its own with two stores open on it. */
export function storeSuite(make: Grounds, below: Below): void {
  let current: Stage;
  const grounds: Ground[] = [];
  const stage = (): Stage => current;
  const keep = (ground: Ground): Ground => (grounds.push(ground), ground);
  const emptyGround = async (): Promise<Ground> => keep(await make.empty());

  beforeEach(async () => {
    const ground = keep(await make.migrated());
    current = { ground, store: await openStore(ground.options), other: await openStore(ground.options) };
  });
  afterEach(async () => {
    await Promise.all([current.store.close(), current.other.close()]);
    for (const ground of grounds.splice(0)) await ground.remove();
  });

  describe('creating', () => {
    creation(stage);
  });
  describe('moving', () => {
    moves(stage);
  });
  describe('reading', () => {
    reading(stage);
  });
  describe('retention', () => {
    retention(stage);
  });
  describe('changes', () => {
    changes(stage);
  });
  describe('merchants and clients', () => {
    merchants(stage);
  });
  describe('keys', () => {
    keys(stage);
  });
  describe('rate windows', () => {
    rateWindows(stage);
  });
  describe('attempts', () => {
    attempts(stage);
  });
  describe('attempts to call merchants', () => {
    bioAttempts(stage);
  });
  describe('webhooks', () => {
    webhooks(stage, below);
  });
  describe('the audit trail', () => {
    audit(stage, below);
  });
  describe('who may look into the console', () => {
    consoleAccess(stage);
  });
  describe('figures', () => {
    figures(stage);
  });
  describe('settings, check', () => {
    records(stage);
  });
  describe('opening', () => {
    opening(stage, emptyGround, below);
  });
  describe('processes', () => {
    processes(stage, emptyGround);
  });
}
