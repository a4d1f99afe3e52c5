import type { Command } from 'commander';
import { handInCode } from '../agent/control.ts';
import { pairedPages } from '../agent/serve.ts';
import { UsageError } from '../errors.ts';

export function addPairing(program: Command, folder: () => string): void {
  program
    .command('pair <code>')
    .description('let the page that shows this code use the reader')
    .action(async (code: string) => {
      const origin = await handInCode(folder(), code).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(
          error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
            ? 'No agent runs with this folder: start one with authly-reader serve.'
            : 'The agent could not pair the page: see what it says where it runs.',
        );
      });
      if (origin === undefined)
        throw new UsageError('No page shows this code. It may be too old: begin again on the page.');
      process.stdout.write(`Paired with ${origin}.\n`);
    });
  program
    .command('unpair')
    .description('forget all paired pages at once, even while an agent runs')
    .action(() => pairedPages(folder()).clear());
}
