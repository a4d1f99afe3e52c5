import type { VNode } from 'preact';
import { may, signInId } from '../api.ts';
import { PAGE_EVERY_MS, useData } from '../hooks.ts';
import { ConfirmButton } from '../parts/actions.tsx';
import { Card, Checks, Problem, Table, Title, When } from '../parts/elements.tsx';

export function HealthPage(): VNode {
  const { value, problem } = useData('health', {}, PAGE_EVERY_MS);
  const failed = value?.checks.filter(({ ok }) => !ok);
  return (
    <>
      <Title text="Health" />
      <Problem text={problem} />
      {problem === undefined && (
        <Card title="Checks">
          <p role="status" class={failed === undefined ? 'soft' : failed.length === 0 ? 'good' : 'bad'}>
            {failed === undefined ? 'Checking …' : failed.length === 0 ? 'All is well.' : attention(failed.length)}
          </p>
          {value && <Checks checks={value.checks} />}
        </Card>
      )}
      {value && (
        <Card title="Processes">
          <Table
            label="Processes"
            none="No process is running."
            rows={value.processes}
            keyOf={({ host, pid, started_at }) => `${host} ${pid} ${started_at}`}
            columns={[
              ['Process', ({ host, pid }) => `${host} (${pid})`],
              ['Version', ({ version }) => version],
              ['Started', ({ started_at }) => <When at={started_at} />, true],
              ['Clock', ({ clock_ahead_ms: ms }) => `${secondsOf(ms)} ${ms < 0 ? 'behind' : 'ahead'}`, true],
              ['Certificate', ({ certificate_days: days }) => (days === null ? 'of a proxy' : expiry(days)), true],
            ]}
          />
        </Card>
      )}
      {/* Not above the checks, which take a while: they would push it away from under the pointer. */}
      {(value ?? problem) !== undefined && may('console list') && <SignIns />}
    </>
  );
}

const attention = (count: number): string =>
  count === 1 ? '1 check needs attention.' : `${count} checks need attention.`;
const secondsOf = (ms: number): string => `${(Math.abs(ms) / 1000).toFixed(1)} s`;
const expiry = (days: number): string => `expires in ${days} days`;

function SignIns(): VNode {
  const { value, problem } = useData('console list', {}, PAGE_EVERY_MS);
  return (
    <Card title="Signed-in operators">
      <Problem text={problem} />
      <Table
        label="Signed-in operators"
        none="Nobody is signed in."
        rows={value?.filter((each) => each.sign_in_id !== null)}
        keyOf={({ sign_in_id }) => sign_in_id}
        columns={[
          ['Operator', ({ sign_in_id, actor }) => (sign_in_id === signInId() ? `${actor} (this session)` : actor)],
          ['Role', ({ role }) => role],
          ['Since', ({ began_at }) => <When at={began_at} />, true],
          ['Last active', ({ used_at }) => <When at={used_at} />, true],
          [
            'Actions',
            ({ sign_in_id, actor }) => (
              <ConfirmButton
                label="Sign out …"
                fullLabel={`Sign out ${sign_in_id}`}
                isDanger
                title="End this sign-in?"
                action="console end"
                params={{ sign_in_id }}
              >
                {actor} is signed out at once.
              </ConfirmButton>
            ),
          ],
        ]}
      />
    </Card>
  );
}
