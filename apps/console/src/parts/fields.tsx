import type { VNode } from 'preact';
import { routeTo } from '../route.ts';
import { WithTimes } from './elements.tsx';
import { MerchantLink } from './merchants.tsx';

/** Ids are shown by the name of their field. */
export const Fields = ({ fields }: { fields: Readonly<Record<string, string | null>> }): VNode => (
  <dl>
    {Object.entries(fields).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === null ? '–' : shownOf(name, value)}</dd>
      </div>
    ))}
  </dl>
);

function shownOf(name: string, value: string): VNode {
  if (name === 'merchant_id') return <MerchantLink id={value} />;
  if (name === 'session_id') return <a href={routeTo(['sessions', value])}>{value}</a>;
  return <WithTimes text={value} />;
}
