import type { VNode } from 'preact';
import { routeTo } from '../route.ts';
import { When } from './elements.tsx';
import { MerchantLink, useMerchantNames } from './sessions-table.tsx';

/** Times and ids are shown by the name of their field. */
export function Fields({ fields }: { fields: Readonly<Record<string, string | null>> }): VNode {
  const nameOf = useMerchantNames();
  const shown = (name: string, value: string): VNode | string => {
    if (name === 'merchant_id') return <MerchantLink id={value} name={nameOf(value)} />;
    if (name === 'session_id') return <a href={routeTo(['sessions', value])}>{value}</a>;
    return /(?:^|_)at$/.test(name) ? <When at={value} /> : value;
  };
  return (
    <dl>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null ? '–' : shown(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
