import type { Command } from 'commander';
import { UsbReader } from '../libfprint/usb-reader.ts';

export function addList(program: Command): void {
  program
    .command('list')
    .description('the readers that are connected')
    .option('--json', 'one JSON object')
    .action(async ({ json }: { json?: true }) => {
      const readers = await new UsbReader().readers();
      const lines = readers.map(
        ({ name, driver, scan, givesImages }) =>
          `${name} (${driver}, ${scan}${givesImages ? '' : ', gives no images'})`,
      );
      const text = lines.length > 0 ? lines.join('\n') : 'No reader is connected, or none that libfprint knows.';
      process.stdout.write(`${json ? JSON.stringify({ readers }) : text}\n`);
    });
}
