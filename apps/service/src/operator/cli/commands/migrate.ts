import { migrateStore } from '../../../storage/open-store.ts';
import type { Cli } from '../cli-context.ts';
import { environmentAsked, storeLocation } from '../store-context.ts';

export function migrateCommand(cli: Cli): void {
  cli.program
    .command('migrate')
    .description('update the database schema. Safe to run twice or in parallel')
    .example('AUTHLY_DATABASE_URL=postgres://authly@db.example/authly AUTHLY_ENV=production authly migrate')
    .action(
      cli.run(async (env) => {
        const report = await migrateStore({ ...storeLocation(env), environment: environmentAsked(env) });
        const done = report.applied.map(({ number, name }) => `applied ${number} ${name}`);
        return { json: report, text: [...done, `The schema is at version ${report.version}.`].join('\n') };
      }),
    );
}
