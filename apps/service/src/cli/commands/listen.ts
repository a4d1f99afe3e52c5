import type { Env } from '../../config/setting-reader.ts';
import { withColoredMarks } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';
import { listen, type ListenOptions } from '../../operator/listen/forward-calls.ts';
import { withStoreContext } from '../store-context.ts';
import { nextSignal } from './serve.ts';

export async function listenUntilSignal(env: Env, options: ListenOptions): Promise<number> {
  const say = (line: string): void => console.log(withColoredMarks(printable(line)));
  await withStoreContext(env, (operator) => listen(operator, options, say, nextSignal()), options);
  return 0;
}
