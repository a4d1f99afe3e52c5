import { expect, it, vi } from 'vitest';
import { runCli } from './cli.ts';

async function reader(args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; error: string }> {
  let error = '';
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((error += String(text)), true));
  const code = await runCli(['node', 'authly-reader', ...args], env);
  stderr.mockRestore();
  return { code, error };
}

it.each(['enroll', 'verify'])('%s calls no service that is not on the list', async (command) => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const link = 'https://authly.example.evil.test/app/#link=a';
  expect(await reader([command, link])).toMatchObject({ code: 2, error: expect.stringContaining('--service') });
  const refused = { code: 2, error: expect.stringContaining('leads to authly.example.evil.test') };
  expect(await reader([command, link, '--service', 'https://authly.example'])).toMatchObject(refused);
  const env = { AUTHLY_READER_SERVICES: 'https://authly.example, https://other.example' };
  expect(await reader([command, link], env)).toMatchObject(refused);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
