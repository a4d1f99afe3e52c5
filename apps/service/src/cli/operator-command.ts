import { Command, Help, type Option } from 'commander';

/** A command with examples, whose help lists required options first. */
export class OperatorCommand extends Command {
  readonly examples: string[] = [];

  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(name);
  }

  override createHelp(): Help {
    return Object.assign(new OperatorHelp(), this.configureHelp());
  }

  /** A whole command line that works as it is, apart from ids and addresses. */
  example(line: string): this {
    this.examples.push(line);
    return this;
  }
}

/** `authly merchant add` */
export const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

export const leavesOf = (command: OperatorCommand): OperatorCommand[] =>
  command.commands.length === 0 ? [command] : (command.commands as OperatorCommand[]).flatMap(leavesOf);

class OperatorHelp extends Help {
  /** Every command takes options, so "[options]" says nothing. */
  override subcommandTerm(command: Command): string {
    return super.subcommandTerm(command).replace(' [options]', '');
  }

  override visibleOptions(command: Command): Option[] {
    const options = super.visibleOptions(command);
    return [...options.filter(({ mandatory }) => mandatory), ...options.filter(({ mandatory }) => !mandatory)];
  }

  /** Required options get a heading. */
  override groupItems<T extends Command | Option>(
    _declared: T[],
    shown: T[],
    groupOf: (item: T) => string,
  ): Map<string, T[]> {
    return super.groupItems(shown, shown, (item) =>
      'mandatory' in item && item.mandatory ? 'Required:' : groupOf(item),
    );
  }

  override commandUsage(command: Command): string {
    const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
    const [first, ...rest] = super.commandUsage(command).split(' [options]');
    return [first, ...required.map((flags) => ` ${flags}`), ' [options]', ...rest].join('');
  }

  override formatHelp(command: Command, helper: Help): string {
    const { examples } = command as OperatorCommand;
    if (examples.length === 0) return super.formatHelp(command, helper);
    const title = examples.length === 1 ? 'Example:' : 'Examples:';
    return [super.formatHelp(command, helper), title, ...examples.map((line) => `  ${line}`), ''].join('\n');
  }
}
