import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../src/config/config.ts';
import { parseMasterKey } from '../src/config/master-key.ts';
import { runAuthly, type CliRun } from './cli-run.ts';
import type { StoreFixture } from './on-stores.ts';
import type { TestService } from './running-service.ts';
import { TestClock } from './test-clock.ts';

/** Shared by the service and its commands. */
interface Settings {
  readonly config?: Partial<Config>;
  readonly env?: Record<string, string>;
}

/** An operator with a running service, on its store and with its `AUTHLY_*` settings. */
export class OperatorSide {
  readonly service: TestService;
  readonly env: Record<string, string>;

  private constructor(service: TestService, masterKey: string) {
    const { folder, ca, origin } = service;
    writeFileSync(join(folder, 'operator-ca.pem'), ca);
    writeFileSync(
      join(folder, 'sandbox.json'),
      JSON.stringify({ base_url: origin, ca_file: join(folder, 'operator-ca.pem') }),
    );
    const { databaseUrl } = service.config;
    this.service = service;
    this.env = {
      AUTHLY_DATA_DIR: folder,
      AUTHLY_MASTER_KEY: masterKey,
      ...(databaseUrl !== undefined && { AUTHLY_DATABASE_URL: databaseUrl }),
    };
  }

  /** Commands use real time, so the service starts with it. */
  static async start(
    fixture: Pick<StoreFixture, 'start'>,
    { config: more, env }: Settings = {},
  ): Promise<OperatorSide> {
    const masterKey = randomBytes(32).toString('base64');
    const config = { masterKey: parseMasterKey(masterKey)!, ...more };
    const side = new OperatorSide(await fixture.start({ clock: new TestClock(Date.now()), config }), masterKey);
    Object.assign(side.env, env);
    return side;
  }

  authly(...words: string[]): Promise<CliRun> {
    return runAuthly(words, this.env);
  }
}
