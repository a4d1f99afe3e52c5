import { Command } from 'commander';

export class OperatorCommand extends Command {
  readonly examples: string[] = [];

  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(name);
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
