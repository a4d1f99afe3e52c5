import type { Static, TObject } from 'typebox';
import type { ACTIONS } from '../actions/index.ts';
import type { ENDPOINTS } from './endpoints/index.ts';

/** Only types: no code of the server reaches the page. */
type Row = Exclude<(typeof ACTIONS)[number], { readonly role: 'terminal' }> | (typeof ENDPOINTS)[number];
type RowOf<Name> = Extract<Row, { readonly name: Name }>;

export type CallName = Row['name'];
export type CallParams<Name extends CallName> = Static<TObject<RowOf<Name>['params']>>;
export type CallResult<Name extends CallName> = Awaited<ReturnType<RowOf<Name>['run']>>;
