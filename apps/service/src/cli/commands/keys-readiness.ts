import type { Readiness } from '../../actions/views.ts';
import { output, table, type Output } from '../output.ts';

/** `keys readiness`, in words. What `--json` prints leaves out the key that is announced: it is in `keys list`. */
export function readinessOutput({ announced, ...readiness }: Readiness): Output {
  const { key_id, status, switch_at, merchants } = readiness;
  return output(
    readiness,
    [
      `Key ${key_id}, ${status}, ${status === 'announced' ? 'signs from' : 'has signed since'} ${switch_at}`,
      '',
      table(merchants, 'No merchants yet.'),
      '',
      summary(readiness),
      ...(announced === null
        ? []
        : [`Key ${announced.key_id} takes over at ${announced.switch_at}; until then nobody can have accepted it.`]),
    ].join('\n'),
  );
}

function summary({ status, merchants, not_yet }: Omit<Readiness, 'announced'>): string {
  if (status === 'announced') return 'Nothing is signed with it before its switch: nobody can have accepted it yet.';
  if (not_yet.length === 0)
    return merchants.length === 0 ? 'There is nobody to accept it.' : 'Every merchant has accepted it.';
  return `Not yet: ${not_yet.join(', ')} (${not_yet.length} of ${merchants.length}). One that was not called since the switch had no occasion to.`;
}
