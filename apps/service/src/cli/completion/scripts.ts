import type { CompletedCommand, Values } from './describe.ts';

type Script = (all: readonly CompletedCommand[]) => string;

/** A line for each command below another: what is typed so far and the next word, and the command that they make. */
const steps = (all: readonly CompletedCommand[], line: (typed: string, command: string) => string): string =>
  all
    .flatMap(({ path, commands }) => commands.map(({ name }) => line(`${path}/${name}`, `${path} ${name}`.trimStart())))
    .join('\n');

interface Replies {
  readonly values: (values: Values) => string;
  readonly words: (command: CompletedCommand) => string;
}

/** The part of the function that bash and zsh have in common. */
const cases = (all: readonly CompletedCommand[], { values, words }: Replies): string => `    case "$at/$word" in
${steps(all, (typed, command) => `      "${typed}") at="${command}" ;;`)}
    esac
  done
  case "$at/$prev" in
${all.flatMap(({ path, options }) => options.map(({ flag, value }) => (value ? `    "${path}/${flag}") ${values(value)}; return ;;\n` : ''))).join('')}  esac
  case "$at" in
${all.map((each) => `    "${each.path}") ${words(each)} ;;`).join('\n')}
  esac
}`;

const isKnown = (argument: Values): boolean => argument !== 'any' && argument.length > 0;
const compgen = (source: string): string => `mapfile -t COMPREPLY < <(compgen ${source} -- "$cur")`;

const BASH: Replies = {
  values: (values) =>
    values === 'any' ? 'COMPREPLY=()' : compgen(values === 'file' ? '-f' : `-W "${values.join(' ')}"`),
  words({ commands, options, argument }) {
    const names = [...commands.map(({ name }) => name), ...options.map(({ flag }) => flag)];
    if (typeof argument !== 'string') names.unshift(...argument);
    return compgen(`${argument === 'file' ? '-f ' : ''}-W "${names.join(' ')}"`);
  },
};

const bash: Script = (all) => `# bash completion for authly. Add to ~/.bashrc: eval "$(authly completion bash)"
_authly() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${cases(all, BASH)}
complete -F _authly authly
`;

const ZSH: Replies = {
  values: (values) =>
    values === 'any' ? '_message value' : values === 'file' ? '_files' : `compadd -- ${values.join(' ')}`,
  words({ commands, options, argument }) {
    const named = [...commands, ...options.map(({ flag, description }) => ({ name: flag, description }))];
    const described = named.map(({ name, description }) => `'${name}:${description}'`).join(' ');
    return `${isKnown(argument) ? `${ZSH.values(argument)}; ` : ''}found=(${described}); _describe authly found`;
  },
};

const zsh: Script = (all) => `#compdef authly
# zsh completion for authly. Add to ~/.zshrc after compinit: eval "$(authly completion zsh)"
_authly() {
  local at="" word prev="\${words[CURRENT-1]}"
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
${cases(all, ZSH)}
compdef _authly authly
`;

const fish: Script = (all) => `# fish completion for authly. Save as ~/.config/fish/completions/authly.fish
function __authly_at
    set -l at
    for word in (commandline -opc)[2..-1]
        switch "$at/$word"
${steps(all, (typed, command) => `            case '${typed}'\n                set at '${command}'`)}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c authly -f
${all.flatMap(fishLines).join('\n')}
`;

function fishLines({ path, commands, options, argument }: CompletedCommand): string[] {
  const here = `complete -c authly -n "__authly_at '${path}'"`;
  const source = (values: Values): string =>
    values === 'any' ? '' : values === 'file' ? ' -F' : ` -a '${values.join(' ')}'`;
  const takes = (values: Values): string => (values === 'file' ? ' -r' : ' -x') + source(values);
  return [
    ...commands.map(({ name, description }) => `${here} -a ${name} -d '${description}'`),
    ...options.map(
      ({ flag, description, value }) => `${here} -l ${flag.slice(2)}${value ? takes(value) : ''} -d '${description}'`,
    ),
    ...(isKnown(argument) ? [here + source(argument)] : []),
  ];
}

export const SCRIPTS = { bash, zsh, fish };
