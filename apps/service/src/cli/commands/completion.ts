import type { Output } from '../../operator/actions/output.ts';
import { describeCommands } from '../completion/describe.ts';
import { SCRIPTS } from '../completion/scripts.ts';
import type { OperatorCommand } from '../operator-command.ts';

export function completion(program: OperatorCommand, shell: string): Output {
  const script = SCRIPTS[shell as keyof typeof SCRIPTS](describeCommands(program));
  return { json: { shell, script }, text: script.trimEnd() };
}
