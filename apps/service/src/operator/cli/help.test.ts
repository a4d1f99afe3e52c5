import { expect, it, vi } from 'vitest';
import { runAuthly } from '../../../test/cli-run.ts';
import { allCommands } from './commands.ts';
import { leavesOf, nameOf } from './operator-command.ts';

const nothing = (): (() => Promise<void>) => async () => {};
const program = () => allCommands({ at: nothing, run: nothing, follow: nothing, forever: nothing });

it.each(leavesOf(program()).map((command) => [nameOf(command), command] as const))(
  '%s has help that begins with a verb, and examples that parse',
  async (name, command) => {
    const { examples } = command;
    expect(command.description()).toMatch(/^[a-z]+ (?!of\b)/);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const [, line] = /(?:^|[ (])authly ([^>)]*)/.exec(example)!;
      const words = line!.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
      expect(`authly ${words.join(' ')}`).toContain(name);
      await expect(program().parseAsync(['node', 'authly', ...words])).resolves.toBeDefined();
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

it('help has colors only on a color terminal', async () => {
  const help = async (): Promise<string> => (await runAuthly(['client', 'add', '--help'], {})).out;
  for (const name of ['NO_COLOR', 'FORCE_COLOR']) vi.stubEnv(name, undefined);
  const piped = await help();
  expect(piped).not.toContain('\u001b[');
  vi.stubEnv('FORCE_COLOR', '1');
  expect(await help()).toContain('\u001b[1mUsage:');
  vi.stubEnv('NO_COLOR', '1');
  expect(await help()).toBe(piped);
  vi.unstubAllEnvs();
});
