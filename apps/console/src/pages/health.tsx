import type { VNode } from 'preact';
import { may, signInId } from '../api.ts';
import { PAGE_EVERY_MS, useAction, useData } from '../hooks.ts';
import { Card, Checks, Problem, Table, Title, When } from '../parts/elements.tsx';

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
            <Table
              label="Processes"
              none="No process is running."
              columns={['Process', 'Version', 'Started', 'Clock', 'Certificate']}
              rows={value.processes.map(({ host, pid, version, started_at, clock_ahead_ms, certificate_days }) => ({
                key: `${host} ${pid} ${started_at}`,
                cells: [
                  `${host} (${pid})`,
                  version,
                  <When at={started_at} />,
                  `${(Math.abs(clock_ahead_ms) / 1000).toFixed(1)} s ${clock_ahead_ms < 0 ? 'behind' : 'ahead'}`,
                  certificate_days === null ? 'of a proxy' : `expires in ${certificate_days} days`,
                ],
              }))}
            />
          </Card>
        </>
      )}
      {may('console list') && <SignIns />}
    </>
  );
}

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
