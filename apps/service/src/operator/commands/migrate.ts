import { ENVIRONMENTS, type Environment } from '../../environment.ts';
import { migrateStore } from '../../storage/open-store.ts';
import type { Cli } from '../cli-context.ts';
import { OperatorError } from '../operator-error.ts';
import { output } from '../output.ts';
import { storeLocation } from '../store-context.ts';

export function migrateCommand(cli: Cli): void {
  cli.program
    .command('migrate')
    .description('bring the store’s schema up to date; safe to run twice, or by two at once')
    .action(
      cli.run(async (env) => {
        const asked = env['AUTHLY_ENV'] || undefined;
        if (asked !== undefined && !(ENVIRONMENTS as readonly string[]).includes(asked))
          throw new OperatorError('AUTHLY_ENV must be test or production');
        const report = await migrateStore({ ...storeLocation(env), environment: asked as Environment | undefined });
        const done = report.applied.map(({ number, name }) => `applied ${number} ${name}`);
        return output(report, [...done, `The schema is at version ${report.version}.`].join('\n'));
      }),
    );
}
