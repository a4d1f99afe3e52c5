import { Heading } from '@authly/ui/heading.tsx';
import type { VNode } from 'preact';
import type { SignInView } from '@authly/service/actions/views.ts';
import type { Health } from '@authly/service/console/wire.ts';
import { Problem } from '../parts/problem.tsx';
import { When } from '../parts/when.tsx';
import { useAct } from '../use-act.ts';
import { useAnswer, useRepeat } from '../use-answer.ts';
import { Table } from '../parts/table.tsx';

const EVERY_MS = 10_000;

export function HealthRoom({ mayAct, own }: { mayAct: boolean; own: string }): VNode {
  const { value, problem, again } = useAnswer<Health>('/api/health');
  useRepeat(EVERY_MS, () => again(true));
  return (
    <>
      <Heading text="Health" owner="Authly console" />
      <Problem text={problem} />
      {value && (
        <section class="card">
          <h2>{value.ok ? 'All is well with this process' : 'Something is wrong'}</h2>
          <ul class="findings">
            {value.checks.map(({ check, ok, detail }) => (
              <li key={check} class={ok ? 'good' : 'bad'}>
                <b>
                  {ok ? '✓' : '✗'} {check}
                </b>
                <br />
                {detail}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayAct && <SignIns own={own} />}
    </>
  );
}

function SignIns({ own }: { own: string }): VNode {
  const { value, problem, again } = useAnswer<readonly SignInView[]>('/api/sign-ins');
  const ending = useAct(() => again());
  const end = (id: string): void => ending.run(`/api/sign-ins/${encodeURIComponent(id)}/end`);
  return (
    <section class="card">
      <h2>Who is signed in here</h2>
      <Problem text={problem ?? ending.problem} />
      {value && (
        <Table label="Who is signed in" columns={['Who', 'Role', 'Since', 'Last active', 'Do']}>
          {value.map(({ sign_in_id, actor, role, began_at, used_at }) => (
            <tr key={sign_in_id}>
              <td>{actor === own ? `${actor} (you, or somebody by the same name)` : actor}</td>
              <td>{role}</td>
              <td>
                <When at={began_at} />
              </td>
              <td>
                <When at={used_at} />
              </td>
              <td>
                <button
                  type="button"
                  class="small danger"
                  aria-label={`Sign out ${sign_in_id}`}
                  onClick={() => end(sign_in_id)}
                >
                  Sign out
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
