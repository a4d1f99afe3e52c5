import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAuthly } from '../../../test/cli-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'authly-completion-'));
writeFileSync(join(folder, 'master.key'), '');
const scriptOf = (shell: string): string => join(folder, `authly.${shell}`);

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(scriptOf(shell), (await runAuthly(['completion', shell], {})).out);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A shell on a pseudo-terminal records its offers at the Tab key and exits. Calls with `-O`, `-A` and `-D` are internal to the completion system. */
const zshSetup = join(folder, 'setup.zsh');
writeFileSync(
  zshSetup,
  `autoload -Uz compinit && compinit -u -d ${join(folder, 'dump')}; source ${scriptOf('zsh')}; bindkey '^I' complete-word; comppostfuncs=(exit)
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits; builtin compadd -A hits "$@"; print -rl -- $hits >> ${join(folder, 'offered')}
}
`,
);

/** The offers of each shell for the last word. */
const OFFERS: Record<string, (words: readonly string[]) => string[]> = {
  bash: (words) => {
    const line = `source ${scriptOf('bash')}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _authly; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines('bash', ['--noprofile', '--norc', '-c', line]);
  },
  zsh: (words) => {
    const offered = join(folder, 'offered');
    writeFileSync(offered, '');
    const line = `zmodload zsh/zpty; zpty shell zsh -f -i; zpty -w shell 'source ${zshSetup}'; zpty -n -w shell $'${words.join(' ')}\\t'; while zpty -r shell out; do :; done`;
    lines('zsh', ['-f', '-c', line]);
    const found = readFileSync(offered, 'utf8').split('\n').filter(Boolean);
    rmSync(offered);
    return found;
  },
  fish: (words) =>
    lines('fish', ['--no-config', '-c', `source ${scriptOf('fish')}; complete -C '${words.join(' ')}'`]).map(
      (line) => line.split('\t')[0]!,
    ),
};

function lines(shell: string, args: readonly string[]): string[] {
  const { stdout, stderr, status } = spawnSync(shell, args, { encoding: 'utf8', cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

it('bash is installed', () => expect(isInstalled('bash')).toBe(true));

describe.each(Object.keys(OFFERS).filter(isInstalled))('in %s', (shell) => {
  const offered = (...words: string[]): string[] => OFFERS[shell]!(['authly', ...words]);

  it('completes commands and groups', () => {
    expect(offered('m')).toEqual(expect.arrayContaining(['migrate', 'merchant']));
    expect(offered('m')).not.toContain('serve');
    expect(offered('merchant', '')).toEqual(expect.arrayContaining(['add', 'list', 'set']));
    expect(offered('merchant', '')).not.toContain('migrate');
  });

  it('completes the options of the command only', () => {
    expect(offered('merchant', 'add', '--bio')).toEqual(expect.arrayContaining(['--bio-base-url', '--bio-ca-file']));
    expect(offered('client', 'add', '--')).toEqual(
      expect.arrayContaining(['--merchant', '--scope', '--json', '--help']),
    );
    expect(offered('client', 'add', '--')).not.toContain('--bio-base-url');
  });

  it('completes known values', () => {
    expect(offered('console', 'login', '--role', '')).toEqual(expect.arrayContaining(['read', 'admin']));
    expect(offered('sandbox', 'bio-api', 'd')).toContain('down');
    expect(offered('completion', 'z')).toContain('zsh');
    expect(offered('keys', 'rewrap', '--new-master-key-file', 'mas')).toEqual(['master.key']);
    expect(offered('restore', 'mas')).toEqual(['master.key']);
    expect(offered('merchant', 'add', '--name', '')).toEqual([]);
  });
});

it('an unknown shell exits with 2', async () => {
  expect(await runAuthly(['completion', 'tcsh'], {})).toMatchObject({ code: 2 });
});
