import type { CallResult } from '@authly/service/operator/console/calls.ts';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { routeTo } from '../route.ts';
import { Choice, type ChoiceProps } from './forms.tsx';

/** What each merchant is called on the pages, by its id. */
export const MerchantNames = createContext<ReadonlyMap<string, string>>(new Map());

/** Merchants of one name are told apart by the end of their ids. */
export function merchantNames(merchants: CallResult<'merchant list'>): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of merchants) (seen.has(name) ? shared : seen).add(name);
  return new Map(
    merchants.map(({ merchant_id: id, name }) => [id, shared.has(name) ? `${name} …${id.slice(-6)}` : name]),
  );
}

/** Returns the id for an unknown merchant. */
export function useMerchantNames(): (id: string) => string {
  const names = useContext(MerchantNames);
  return (id) => names.get(id) ?? id;
}

export const MerchantChoice = (props: Omit<ChoiceProps, 'choices'>): VNode => (
  <Choice {...props} choices={[...useContext(MerchantNames)]} />
);

export const MerchantLink = ({ id }: { id: string }): VNode => (
  <a href={routeTo(['merchants', id])} title={id}>
    <bdi>{useMerchantNames()(id)}</bdi>
  </a>
);
