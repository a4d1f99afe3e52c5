import type { Completed, Values } from './describe.ts';

/** One \`complete\` line for each word, with the commands that must and must not stand before it. */
export const fishScript = (
  all: readonly Completed[],
): string => `# fish completion for authly. Save as ~/.config/fish/completions/authly.fish
function __authly_at
    set -l at
    for word in (commandline -opc)[2..-1]
        switch "$at/$word"
${all.flatMap(({ path, commands }) => commands.map(({ name }) => `            case '${path}/${name}'\n                set at '${path === '' ? name : `${path} ${name}`}'`)).join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c authly -f
${all.flatMap(lines).join('\n')}
`;

function lines({ path, commands, options, argument }: Completed): string[] {
  const here = `complete -c authly -n "__authly_at '${path}'"`;
  return [
    ...commands.map(({ name, description }) => `${here} -a ${name} -d '${description}'`),
    ...options.map(({ flag, description, value }) => `${here} -l ${flag.slice(2)}${takes(value)} -d '${description}'`),
    ...(argument === 'any' || argument.length === 0
      ? []
      : [`${here}${argument === 'file' ? ' -F' : ` -a '${argument.join(' ')}'`}`]),
  ];
}

function takes(value: Values | undefined): string {
  if (value === undefined) return '';
  if (value === 'file') return ' -r -F';
  return value === 'any' ? ' -x' : ` -x -a '${value.join(' ')}'`;
}
