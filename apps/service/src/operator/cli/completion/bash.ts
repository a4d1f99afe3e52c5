import type { Completed, Values } from './describe.ts';

/** Words that follow, by the command typed so far. */
export const bashScript = (
  all: readonly Completed[],
): string => `# bash completion for authly. Add to ~/.bashrc: eval "$(authly completion bash)"
_authly() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at/$word" in
${all.flatMap(({ path, commands }) => commands.map(({ name }) => `      "${path}/${name}") at="${join(path, name)}" ;;`)).join('\n')}
    esac
  done
  case "$at/$prev" in
${all.flatMap(({ path, options }) => options.filter(({ value }) => value !== undefined).map(({ flag, value }) => `    "${path}/${flag}") ${reply(value!)}; return ;;`)).join('\n')}
  esac
  case "$at" in
${all.map((each) => `    "${each.path}") ${words(each)} ;;`).join('\n')}
  esac
}
complete -F _authly authly
`;

const join = (path: string, name: string): string => (path === '' ? name : `${path} ${name}`);

const reply = (values: Values): string => {
  if (values === 'any') return 'COMPREPLY=()';
  const source = values === 'file' ? '-f' : `-W "${values.join(' ')}"`;
  return `mapfile -t COMPREPLY < <(compgen ${source} -- "$cur")`;
};

function words({ commands, options, argument }: Completed): string {
  const names = [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)];
  const files = argument === 'file' ? ' -f' : '';
  const values = typeof argument === 'string' ? [] : argument;
  return `mapfile -t COMPREPLY < <(compgen${files} -W "${[...values, ...names].join(' ')}" -- "$cur")`;
}
