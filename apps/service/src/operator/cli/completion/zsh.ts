import type { Completed, Values } from './describe.ts';

/** Words with their descriptions, by the command typed so far. */
export const zshScript = (all: readonly Completed[]): string => `#compdef authly
# zsh completion for authly. Add to ~/.zshrc after compinit: eval "$(authly completion zsh)"
_authly() {
  local at="" word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in
${all.flatMap(({ path, commands }) => commands.map(({ name }) => `      "${path}/${name}") at="${path === '' ? name : `${path} ${name}`}" ;;`)).join('\n')}
    esac
  done
  case "$at/\${words[CURRENT-1]}" in
${all.flatMap(({ path, options }) => options.filter(({ value }) => value !== undefined).map(({ flag, value }) => `    "${path}/${flag}") ${reply(value!)}; return ;;`)).join('\n')}
  esac
  case "$at" in
${all.map((each) => `    "${each.path}") ${words(each)} ;;`).join('\n')}
  esac
}
compdef _authly authly
`;

const reply = (values: Values): string =>
  values === 'any' ? '_message value' : values === 'file' ? '_files' : `compadd -- ${values.join(' ')}`;

function words({ commands, options, argument }: Completed): string {
  const described = [
    ...commands.map(({ name, description }) => `'${name}:${description}'`),
    ...options.map(({ flag, description }) => `'${flag}:${description}'`),
  ];
  const first = argument === 'any' || argument.length === 0 ? '' : `${reply(argument)}; `;
  return `${first}found=(${described.join(' ')}); _describe authly found`;
}
