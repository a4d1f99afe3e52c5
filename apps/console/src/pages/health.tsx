import type { VNode } from 'preact';
import type { CallResult } from '@authly/service/operator/wire/calls.ts';
import { may, signInId } from '../api.ts';
import { PAGE_EVERY_MS, useAction, useData } from '../hooks.ts';
import { Card, Checks, Problem, Table, Title, When } from '../parts/elements.tsx';
import { durationInWords } from '../parts/time.ts';

export function HealthPage(): VNode {
  const { value, problem } = useData('health', {}, PAGE_EVERY_MS);
  return (
    <>
      <Title text="Health" />
      <Problem text={problem} />
      {value && (
        <>
          <p class={value.causes.length === 0 ? 'good' : 'bad'} role="status">
            {value.causes.length === 0 ? 'All is well.' : `Needs attention: ${value.causes.join(', ')}.`}
          </p>
          <Card title="Checks">
            <Checks checks={value.checks} />
          </Card>
          <Card title="Processes">
            <Processes processes={value.processes} />
          </Card>
        </>
      )}
      {may('console list') && <SignIns />}
    </>
  );
}

const Processes = ({ processes }: Pick<CallResult<'health'>, 'processes'>): VNode => (
  <Table
    label="Processes"
    none="None has reported itself."
    columns={['Process', 'Version', 'Runs for', 'Since', 'Clock off by']}
    rows={processes.map(({ id, process, version, started_at, clock_ahead_ms }) => ({
      key: id,
      cells: [
        process,
        version,
        durationInWords(Date.now() - Date.parse(started_at!)),
        <When at={started_at} />,
        durationInWords(Math.abs(clock_ahead_ms)),
      ],
    }))}
  />
);

function SignIns(): VNode {
  const { value, problem, reload } = useData('console list', {}, PAGE_EVERY_MS);
  const ending = useAction('console end', () => reload());
  return (
    <Card title="Signed-in operators">
      <Problem text={problem ?? ending.problem} />
      {value && (
        <Table
          label="Signed-in operators"
          none="Nobody is signed in."
          columns={['Operator', 'Role', 'Since', 'Last active', 'Actions']}
          rows={value.map(({ sign_in_id, actor, role, began_at, used_at }) => ({
            key: sign_in_id,
            cells: [
              sign_in_id === signInId() ? `${actor} (this session)` : actor,
              role,
              <When at={began_at} />,
              <When at={used_at} />,
              <button
                type="button"
                class="danger"
                aria-label={`Sign out ${sign_in_id}`}
                onClick={() => ending.run({ sign_in_id })}
              >
                Sign out
              </button>,
            ],
          }))}
        />
      )}
    </Card>
  );
}
