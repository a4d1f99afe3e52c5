import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAuthly } from '../../test/cli-run.ts';
import { commandsFor } from './commands.ts';
import { leavesOf, nameOf } from './operator-command.ts';

const nothing = (): (() => Promise<void>) => async () => {};
const program = () => commandsFor({ at: nothing, run: nothing, forever: nothing });

it.each(leavesOf(await program()).map((command) => [nameOf(command), command] as const))(
  '%s has help that begins with a verb, and examples that parse',
  async (name, command) => {
    const { examples } = command;
    expect(command.description()).toMatch(/^[a-z]+ (?!of\b)/);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const [, line] = /(?:^|[ (])authly ([^>)]*)/.exec(example)!;
      const words = line!.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
      expect(`authly ${words.join(' ')}`).toContain(name);
      await expect((await program()).parseAsync(['node', 'authly', ...words])).resolves.toBeDefined();
    }
  },
);

it('help lists required options first, under a heading', async () => {
  const { code, out } = await runAuthly(['merchant', 'add', '--help'], {});
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: authly merchant add --name <name> --bio-base-url <url> \[options\]\n/);
  expect(out).toMatch(/\nRequired:\n +--name <name>[^]*--bio-base-url[^]*\nOptions:\n +--id/);
  expect(out).toMatch(/\nExample:\n {2}authly merchant add /);
});

const COUNT_MODULES = `data:text/javascript,
  import { registerHooks } from 'node:module';
  let count = 0;
  registerHooks({ load: (url, context, next) => (count++, next(url, context)) });
  process.on('exit', () => process.stdout.write('modules: ' + count));`;

// In CPU time this is a tenth of a second. Every command together are some 900 modules.
it.each([['--version'], ['--help'], ['help']])('authly %s loads no action', (word) => {
  const program = join(import.meta.dirname, '..', '..', 'bin', 'authly.mjs');
  const out = execFileSync(process.execPath, ['--import', COUNT_MODULES, program, word], { encoding: 'utf8' });
  expect(Number(/modules: (\d+)$/.exec(out)![1])).toBeLessThan(50);
});
