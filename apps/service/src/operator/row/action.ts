import type { Static, TObject, TProperties } from 'typebox';
import type { NewAuditEntry } from '../../audit/entry.ts';
import type { Env } from '../../config/setting-reader.ts';
import type { MerchantOperator, Operator } from './operator.ts';
import type { Printed } from '../../cli/terminal/output.ts';

interface Entry {
  /** The action's audit entry. The store writes it in the same transaction as the change. */
  readonly entry: (subject: string, detail?: NewAuditEntry['detail']) => NewAuditEntry;
}

export interface Acting extends Operator, Entry {}
export interface MerchantActing extends MerchantOperator, Entry {}

/** An operator at a terminal, with the settings of the service. */
export interface TerminalOperator extends Operator {
  readonly env: Env;
  readonly name: string;
  /** Address of the store, without a password. */
  readonly storeName: string;
}

/** The role that may run an action in the console; `terminal`: none. */
export type ActionRole = 'read' | 'admin' | 'terminal';
type RunBy<Role extends ActionRole> = Role extends 'terminal' ? TerminalOperator & Acting : Acting;

/** ONE ROW for each operator action. The CLI, the console's API, the audit entry and the reference derive from it. */
export interface Action<
  Name extends string = string,
  Role extends ActionRole = ActionRole,
  Params extends TProperties = TProperties,
  Result = unknown,
> {
  /** What is typed after `authly`. */
  readonly name: Name;
  readonly role: Role;
  /** It searches or calls somebody: the people of a merchant run one at a time. */
  readonly isCostly?: true;
  /** The help: it begins with a verb. */
  readonly text: string;
  /** Command lines that work as they are, apart from ids and addresses. The default is the command without options. */
  readonly examples?: readonly string[];
  readonly params: Params;
  /** The action of its audit entry. A row without it changes nothing. */
  readonly audit?: string;
  /** The parameter without which it changes nothing. */
  readonly changesWith?: string;
  run(this: void, operator: RunBy<Role>, params: Static<TObject<Params>>): Promise<Result>;
  /** Runs it for the people of a merchant. An action without it does not exist for them. */
  forMerchant?(this: void, operator: MerchantActing, params: Static<TObject<Params>>): Promise<Result>;
  /** What a terminal shows. The default is a table of a list, or the fields. */
  print?(result: Result, operator: TerminalOperator): Printed;
  /** Printed for an empty list. */
  readonly none?: string;
}

/** Checks a row and keeps its types. */
export const action = <const Name extends string, const Role extends ActionRole, Params extends TProperties, Result>(
  row: Action<Name, Role, Params, Result>,
): Action<Name, Role, Params, Result> => row;

/** The people of a merchant may run it too. */
export const merchantAction = <const Name extends string, Role extends 'read' | 'admin', P extends TProperties, Result>(
  row: Omit<Action<Name, Role, P, Result>, 'run' | 'forMerchant'> & {
    run(this: void, operator: MerchantActing, params: Static<TObject<P>>): Promise<Result>;
  },
): Action<Name, Role, P, Result> => ({ ...row, forMerchant: row.run });

interface Runnable<By, Params, Result> {
  readonly name: string;
  readonly audit?: string;
  run(this: void, operator: By & Entry, params: Params): Promise<Result>;
}

export const perform = <By extends MerchantOperator, Params, Result>(
  row: Runnable<By, Params, Result>,
  operator: By,
  params: Params,
): Promise<Result> =>
  row.run({ ...operator, entry: (...about) => operator.auditEntry(auditName(row), ...about) }, params);

function auditName({ name, audit }: { readonly name: string; readonly audit?: string }): string {
  if (audit === undefined) throw new Error(`the row of "${name}" declares no audit entry`);
  return audit;
}
