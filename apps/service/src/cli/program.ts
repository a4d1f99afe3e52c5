import { Help, type CommanderError, type Option } from 'commander';
import { UsageError } from '../operator/row/usage-error.ts';
import { VERSION } from '../runtime/version.ts';
import { nameOf, OperatorCommand } from './operator-command.ts';

export const newProgram = (): OperatorCommand =>
  new OperatorCommand('authly')
    .description(
      'Operate an Authly service: merchants, clients, keys, sessions.\nCommands work on the store set by AUTHLY_DATA_DIR (default .authly) or AUTHLY_DATABASE_URL, even while the service is running.\nSettings are environment variables, listed in docs/reference/settings.md.',
    )
    .version(VERSION)
    // Every command takes options, so "[options]" says nothing.
    .configureHelp({ subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', '') })
    .helpCommand('help [command]', 'show the help of a command');

/** Adds `--json` to each command that prints a result and `--as` to each that an operator runs, completes the help, and turns commander's messages into our errors. */
export function prepare(command: OperatorCommand): void {
  const isLeaf = command.commands.length === 0;
  if (isLeaf && command.name() !== 'serve')
    command.option('--as <name>', 'who you are, for the audit log (default: your login; a container has none)');
  if (isLeaf && !['serve', 'listen'].includes(command.name())) command.option('--json', 'output JSON');
  const required = command.options.filter(({ mandatory }) => mandatory);
  for (const option of required) option.helpGroup('Required:');
  if (required.length > 0) command.usage([...required.map(({ flags }) => flags), command.usage()].join(' '));
  const { examples } = command;
  if (examples.length > 0)
    command.addHelpText('after', `\n${[`Example${examples.length === 1 ? '' : 's'}:`, ...examples].join('\n  ')}`);
  command
    .helpOption('-h, --help', 'show this help')
    // The caller prints all errors in one form.
    .configureOutput({ outputError: () => {} })
    .exitOverride((error) => {
      throw isMistake(error) ? usageError(error, command) : error;
    });
  for (const each of command.commands) prepare(each as OperatorCommand);
}

/** Help and version also end the program. `commander.help`: a group without a command has shown its help. */
const isMistake = ({ exitCode, code }: CommanderError): boolean => exitCode !== 0 && code !== 'commander.help';

function usageError({ code, message: said }: CommanderError, command: OperatorCommand): UsageError {
  const lists = command.commands.length === 0 ? 'options' : 'commands';
  const message = code === 'commander.missingMandatoryOptionValue' ? missingOptions(command) : said;
  const [what, suggestion] = message.replace(/^error: /, '').split(/\n\(|\)$/);
  const hint = `Run "${nameOf(command)} --help" for its ${lists}.`;
  return new UsageError(what!, suggestion ? `${suggestion} ${hint}` : hint);
}

/** commander names only the first. */
const missingOptions = (command: OperatorCommand): string => {
  const isMissing = (option: Option): boolean =>
    option.mandatory && command.getOptionValue(option.attributeName()) === undefined;
  return `required and not given: ${command.options
    .filter(isMissing)
    .map(({ flags }) => flags)
    .join(', ')}`;
};
