import type { VNode } from 'preact';
import { routeTo } from '../route.ts';
import { WithCopy } from './copy.tsx';
import { Words } from './elements.tsx';
import { MerchantLink } from './merchants.tsx';

/** Ids are shown by the name of their field. */
export const Fields = ({ fields }: { fields: Readonly<Record<string, string | null | undefined>> }): VNode => (
  <dl>
    {Object.entries(fields).map(
      ([name, value]) =>
        value != null && (
          <div key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>{shownOf(name, value)}</dd>
          </div>
        ),
    )}
  </dl>
);

function shownOf(name: string, value: string): VNode {
  if (name === 'merchant_id') return <MerchantLink id={value} />;
  if (name === 'session_id') return <a href={routeTo(['sessions', value])}>{value}</a>;
  if (/_(id|ref)$/.test(name)) return <WithCopy text={value} what={name.replaceAll('_', ' ')} />;
  return <Words text={value} />;
}
