import type { VNode } from 'preact';
import { routeTo } from '../route.ts';
import { When } from './elements.tsx';
import { MerchantLink } from './sessions-table.tsx';

interface FieldsProps {
  readonly fields: Readonly<Record<string, string | null>>;
  readonly merchantName?: string | null;
}

/** Times and ids by the name of their field. */
export const Fields = ({ fields, merchantName }: FieldsProps): VNode => (
  <dl>
    {Object.entries(fields).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === null ? '–' : <Value name={name} value={value} merchantName={merchantName} />}</dd>
      </div>
    ))}
  </dl>
);

function Value({ name, value, merchantName }: { name: string; value: string } & Omit<FieldsProps, 'fields'>): VNode {
  if (name === 'merchant_id') return <MerchantLink id={value} name={merchantName ?? value} />;
  if (name === 'session_id') return <a href={routeTo(['sessions', value])}>{value}</a>;
  return /(?:^|_)at$/.test(name) ? <When at={value} /> : <>{value}</>;
}
